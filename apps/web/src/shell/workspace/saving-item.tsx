import { CloudCheckIcon, CloudOffIcon, Spinner, useInterface } from '@groma/ui';
import { useMemo } from 'react';
import { useSavingState } from '../../platform/live.ts';
import { useText } from '../../platform/text.ts';
import { useLeaveQuestion } from '../../platform/use-leave-question.ts';

/** Whether every edit is on disk: said only of what the server has acknowledged. */
export function SavingItem() {
  const t = useText();
  const { locale } = useInterface();
  const { isSaved, isKept, isRefused, savedAt, isDisconnected } = useSavingState();
  useLeaveQuestion(!isSaved);
  const clock = useMemo(() => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }), [locale]);
  // What was refused is counted beside this, and is not on its way.
  if (isRefused || (isSaved && !savedAt)) return null;
  if (isSaved && savedAt)
    return (
      <span role="status">
        <CloudCheckIcon size={14} />
        {t('shell.savedAt', { time: clock.format(savedAt) })}
      </span>
    );
  if (isDisconnected)
    return (
      <span role="status">
        <CloudOffIcon size={14} />
        {t(isKept ? 'shell.notSaved' : 'shell.notKept')}
      </span>
    );
  return (
    <span role="status">
      <Spinner size={12} />
      {t('shell.saving')}
    </span>
  );
}

import type { LiveState } from '@groma/protocol';
import { useInterface } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

export type Saving = 'on' | 'saving' | 'saved' | 'offline' | 'offlineUnsaved' | 'notKept' | 'refused' | 'readOnly';

/** What may be said of saving: only what the server has acknowledged counts as saved (NBK-003). */
export function savingOf({
  connection,
  synced,
  canWrite,
  saved,
  isKept,
  savedAt,
  refusal,
}: Omit<LiveState, 'lostAt'>): Saving {
  if (refusal !== null && !saved) return 'refused';
  if (connection === 'disconnected' || connection === 'refused')
    return saved ? 'offline' : isKept ? 'offlineUnsaved' : 'notKept';
  if (!saved) return 'saving';
  if (synced && !canWrite) return 'readOnly';
  return savedAt ? 'saved' : 'on';
}

export function SavingMark({ state }: { state: LiveState }) {
  const t = useText();
  const { locale } = useInterface();
  const saving = savingOf(state);
  const time = state.savedAt ? new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(state.savedAt) : '';
  const isBad = saving === 'offline' || saving === 'offlineUnsaved' || saving === 'notKept' || saving === 'refused';
  return (
    <span className="saving-mark" role="status" data-bad={isBad || undefined}>
      {t(`notebook.saving.${saving}`, { time })}
    </span>
  );
}

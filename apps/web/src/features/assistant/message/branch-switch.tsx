import { ChevronLeftIcon, ChevronRightIcon, IconButton, useNumberFormat } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import './branch-switch.css';

/** Goes between the branches that begin at a message: ‹ 2/3 ›. */
export function BranchSwitch({
  ids,
  current,
  onShow,
}: {
  ids: readonly string[];
  current: string;
  onShow: (id: string) => void;
}) {
  const t = useText();
  const numbers = useNumberFormat();
  const at = ids.indexOf(current);
  if (ids.length < 2 || at < 0) return null;
  const to = (step: number) => {
    const id = ids[at + step];
    if (id !== undefined) onShow(id);
  };
  return (
    <span className="gaia-branches" role="group" aria-label={t('chat.versions')}>
      <IconButton
        size="s"
        label={t('chat.previousVersion')}
        icon={<ChevronLeftIcon size={14} />}
        disabled={at === 0}
        onClick={() => to(-1)}
      />
      <span>{`${numbers.format(at + 1)}/${numbers.format(ids.length)}`}</span>
      <IconButton
        size="s"
        label={t('chat.nextVersion')}
        icon={<ChevronRightIcon size={14} />}
        disabled={at === ids.length - 1}
        onClick={() => to(1)}
      />
    </span>
  );
}

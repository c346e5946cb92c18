import { ChevronLeftIcon, ChevronRightIcon, IconButton } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

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
        aria-disabled={at === 0 || undefined}
        onClick={() => to(-1)}
      />
      <span>{t('chat.version', { at: at + 1, of: ids.length })}</span>
      <IconButton
        size="s"
        label={t('chat.nextVersion')}
        icon={<ChevronRightIcon size={14} />}
        aria-disabled={at === ids.length - 1 || undefined}
        onClick={() => to(1)}
      />
    </span>
  );
}

import { IconButton, RefreshDotIcon } from '@groma/ui';
import { useText } from '../../platform/text.ts';

/** Stands beside what was made of something that has changed since. */
export function OriginMark({ tabIndex, onClick, isFile }: { tabIndex?: number; onClick: () => void; isFile: boolean }) {
  const t = useText();
  return (
    <IconButton
      size="s"
      tabIndex={tabIndex}
      label={t(isFile ? 'origin.fileStaleMark' : 'origin.staleMark')}
      icon={<RefreshDotIcon size={14} />}
      onClick={onClick}
    />
  );
}

import { ChevronRightIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

/** Stands for outputs that are folded away, and brings them back. */
export function HiddenOutput({ onShow }: { onShow(): void }) {
  const t = useText();
  return (
    <button type="button" className="hidden-output" onClick={onShow}>
      <ChevronRightIcon size={14} />
      {t('notebook.outputHidden')}
    </button>
  );
}

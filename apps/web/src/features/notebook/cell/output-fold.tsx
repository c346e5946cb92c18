import { ChevronDownIcon, ChevronRightIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

interface OutputFoldProps { isHidden: boolean; onChange(isHidden: boolean): void }

/** Folds the outputs of a block away, or brings them back. While they are shown it stands in the margin. */
export function OutputFold({ isHidden, onChange }: OutputFoldProps) {
  const t = useText();
  const label = t(isHidden ? 'notebook.showOutput' : 'notebook.hideOutput');
  return (
    <button type="button" className="output-fold" data-hidden={isHidden || undefined} aria-expanded={!isHidden} aria-label={label} title={label} onClick={() => onChange(!isHidden)}>
      {isHidden ? <ChevronRightIcon size={14} /> : <ChevronDownIcon size={14} />}
      {isHidden && <span>{t('notebook.outputHidden')}</span>}
    </button>
  );
}

import { idleCell } from '@groma/model';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { useKeptText } from '../../../platform/unsaved/kept-text.ts';

const longestLabel = 200;

interface CellTitleProps {
  /** What a name that is half typed is kept under. */
  place: string;
  label: string;
  isEditable: boolean;
  onRename(label: string): void;
}

/** The block's name. Whoever may edit writes in its place. */
export function CellTitle({ place, label, isEditable, onRename }: CellTitleProps) {
  const t = useText();
  const [draft, setDraft] = useKeptText(place);
  const [isBegun, setBegun] = useState(false);
  // A name half typed when the connection goes, or the page is reloaded, stays where it is.
  // The label of all blocks that nobody has named says nothing of this one.
  const isUnnamed = label === idleCell.label;
  if (!isEditable && draft === null) return isUnnamed ? null : <span className="cell-title">{label}</span>;
  const begin = () => {
    setBegun(true);
    setDraft(isUnnamed ? '' : label);
  };
  if (draft === null) {
    return (
      <button
        type="button"
        className="cell-title"
        data-unnamed={isUnnamed || undefined}
        title={t('notebook.renameBlock')}
        onClick={begin}
      >
        {isUnnamed ? t('notebook.renameBlock') : label}
      </button>
    );
  }
  const finish = () => {
    if (!isEditable) return;
    const name = draft.trim();
    if (name !== '' && name !== label) onRename(name);
    setDraft(null);
  };
  return (
    <input
      className="cell-title"
      value={draft}
      maxLength={longestLabel}
      aria-label={t('notebook.blockName')}
      autoFocus={isBegun}
      readOnly={!isEditable}
      size={Math.max(12, draft.length)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}

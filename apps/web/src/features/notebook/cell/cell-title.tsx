import { useState } from 'react';
import { useText } from '../../../platform/text.ts';

const longestLabel = 200;

/** The block's name. Whoever may edit writes in its place. */
export function CellTitle({ label, isEditable, onRename }: { label: string; isEditable: boolean; onRename(label: string): void }) {
  const t = useText();
  const [draft, setDraft] = useState<string | null>(null);
  // A name half typed when the connection goes stays where it is.
  if (!isEditable && draft === null) return <span className="cell-title">{label}</span>;
  if (draft === null) {
    return <button type="button" className="cell-title" title={t('notebook.renameBlock')} onClick={() => setDraft(label)}>{label}</button>;
  }
  const finish = () => {
    if (!isEditable) return;
    const name = draft.trim();
    if (name !== '' && name !== label) onRename(name);
    setDraft(null);
  };
  return (
    <input
      className="cell-title" value={draft} maxLength={longestLabel} aria-label={t('notebook.blockName')} autoFocus readOnly={!isEditable} size={Math.max(12, draft.length)}
      onFocus={(event) => event.currentTarget.select()} onChange={(event) => setDraft(event.currentTarget.value)} onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}

import { statusDialog } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { renameNotebook } from '../drawer/notebook-actions.ts';

interface NameFieldProps { projectId: string; notebookId: string; name: string; isEditable: boolean }

/** The notebook's name; whoever may edit renames it in place (NBK-002). */
export function NameField({ projectId, notebookId, name, isEditable }: NameFieldProps) {
  const t = useText();
  const [draft, setDraft] = useState(name);
  const [known, setKnown] = useState(name);
  // Somebody else has renamed it, or its name has come.
  if (known !== name) {
    setKnown(name);
    setDraft(name);
  }
  if (!isEditable) return <span className="notebook-name">{name}</span>;
  const finish = () => {
    const wanted = draft.trim();
    if (wanted === name || wanted === '') return setDraft(name);
    renameNotebook(projectId, notebookId, wanted).catch((error: unknown) => {
      setDraft(name);
      void statusDialog.error({ title: t('notebook.renameFailed'), body: errorText(error) });
    });
  };
  return (
    <input
      className="notebook-name" aria-label={t('notebook.name')} value={draft} maxLength={120} size={Math.min(40, Math.max(8, draft.length))}
      onChange={(event) => setDraft(event.currentTarget.value)} onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') {
          setDraft(name);
          event.preventDefault();
        }
      }}
    />
  );
}

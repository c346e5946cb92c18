import { AlertTriangleIcon, Button, statusDialog } from '@groma/ui';
import { useId, useState } from 'react';
import { errorText, isUnanswered } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { useKeptText } from '../../../platform/unsaved/kept-text.ts';
import { renameNotebook } from '../notebooks/notebook-actions.ts';

interface NameFieldProps {
  projectId: string;
  notebookId: string;
  name: string;
  isEditable: boolean;
}

/**
 * The notebook's name; whoever may edit renames it in place (NBK-002). A name that was not taken stays, to be tried
 * again.
 */
export function NameField({ projectId, notebookId, name, isEditable }: NameFieldProps) {
  const t = useText();
  const id = useId();
  const [draft, setDraft] = useKeptText(`notebook-name.${notebookId}`);
  const [failure, setFailure] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const [isSending, setSending] = useState(false);
  if (!isEditable && draft === null) return <span className="notebook-name">{name}</span>;
  const giveUp = () => {
    setDraft(null);
    setFailure(null);
  };
  const fail = (error: unknown) => {
    setFailure(errorText(error));
    // While the server is away the banner says so already.
    if (!isUnanswered(error)) void statusDialog.error({ title: t('notebook.renameFailed'), body: errorText(error) });
  };
  const finish = () => {
    const wanted = draft?.trim() ?? '';
    if (wanted === name || wanted === '') return giveUp();
    setSending(true);
    renameNotebook(projectId, notebookId, wanted)
      .then(giveUp, fail)
      .finally(() => setSending(false));
  };
  // After a reload too.
  const isLeft = draft !== null && draft.trim() !== name && !isFocused && !isSending;
  return (
    <>
      <input
        className="notebook-name"
        aria-label={t('notebook.name')}
        value={draft ?? name}
        maxLength={120}
        size={Math.min(40, Math.max(8, (draft ?? name).length))}
        readOnly={!isEditable}
        aria-invalid={failure !== null || undefined}
        aria-describedby={isLeft ? id : undefined}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          if (isEditable && draft !== null) finish();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') {
            giveUp();
            event.preventDefault();
          }
        }}
      />
      {isLeft && (
        <span id={id} className="notebook-name-failure" role="alert" title={failure ?? undefined}>
          <AlertTriangleIcon size={14} />
          <span>{t('notebook.renameFailed')}</span>
          <Button size="s" variant="quiet" disabled={!isEditable} onClick={finish}>
            {t('notebook.tryAgain')}
          </Button>
          <Button size="s" variant="quiet" onClick={giveUp}>
            {t('notebook.cancel')}
          </Button>
        </span>
      )}
    </>
  );
}

import { t } from '../../../platform/text.ts';
import { KeptRenameDialog } from '../../../platform/unsaved/kept-rename-dialog.tsx';
import { openDialog } from '../../../registry/dialog.ts';
import { renameNotebook } from './notebook-actions.ts';

const anyName = /\S/;

/** Asks for another name of a notebook. */
export function askNotebookName(projectId: string, { id, name }: { id: string; name: string }): void {
  openDialog((props) => (
    <KeptRenameDialog
      place={`notebook-name.ask.${id}`}
      {...props}
      name={name}
      pattern={anyName}
      onConfirm={(wanted) => (wanted === name ? undefined : renameNotebook(projectId, id, wanted))}
      texts={{
        title: t('notebook.renameTitle', { name }),
        label: t('notebook.name'),
        invalid: t('notebook.nameEmpty'),
        hint: t('notebook.renameHint'),
      }}
    />
  ));
}

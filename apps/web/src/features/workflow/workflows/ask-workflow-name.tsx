import { t } from '../../../platform/text.ts';
import { KeptRenameDialog } from '../../../platform/unsaved/kept-rename-dialog.tsx';
import { openDialog } from '../../../registry/dialog.ts';
import { renameWorkflow } from './workflow-actions.ts';

const anyName = /\S/;

/** Asks for another name of a workflow. */
export function askWorkflowName(projectId: string, { id, name }: { id: string; name: string }): void {
  openDialog((props) => (
    <KeptRenameDialog
      place={`workflow-name.ask.${id}`}
      {...props}
      name={name}
      pattern={anyName}
      onConfirm={(wanted) => (wanted === name ? undefined : renameWorkflow(projectId, id, wanted))}
      texts={{
        title: t('workflow.renameTitle', { name }),
        label: t('workflow.name'),
        invalid: t('workflow.nameEmpty'),
        hint: t('workflow.renameHint'),
      }}
    />
  ));
}

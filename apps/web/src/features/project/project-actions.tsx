import { confirm, CopyIcon, ExternalLinkIcon, PencilIcon, RenameDialog, ShareIcon, toast, TrashIcon, type MenuEntry } from '@groma/ui';
import { canInProject } from '@groma/model';
import { errorText } from '../../platform/api.ts';
import { navigate } from '../../platform/router.ts';
import type { Project } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { openDialog } from '../../registry/dialog.ts';
import { changeProject, deleteProject } from './project-calls.ts';
import { copyProjectLink, workspacePath } from './project-link.ts';
import { ShareDialog } from './share-dialog.tsx';

/** 1 to 120 characters without slash, backslash or control characters: the server's rule for titles. */
const namePattern = /^[^\p{Cc}/\\]{1,120}$/u;

export function renameProject(project: Project): void {
  openDialog(function ProjectRenameDialog(props) {
    return (
      <RenameDialog
        {...props} name={project.name} pattern={namePattern} onConfirm={async (name) => { await changeProject(project.id, { name }); }}
        texts={{ title: t('project.renameTitle', { name: project.name }), label: t('project.name'), invalid: t('project.nameInvalid'), hint: t('project.nameHint') }}
      />
    );
  });
}

export function shareProjectWithPeople(project: Project): void {
  openDialog(function ProjectShareDialog(props) {
    return <ShareDialog {...props} project={project} />;
  });
}

/** Asks once, naming it; there is no way back. */
async function deleteProjectAfterAsking(project: Project): Promise<void> {
  const isSure = await confirm({ title: t('project.deleteTitle', { name: project.name }), body: t('project.deleteText'), confirmLabel: t('project.delete'), danger: true });
  if (!isSure) return;
  try {
    await deleteProject(project.id);
    toast.success(t('project.deleted', { name: project.name }));
  } catch (error) {
    toast.error(errorText(error), { title: t('project.notDeleted', { name: project.name }) });
  }
}

/** What can be done to a project on the dashboard; what the role forbids says so. */
export function projectMenu(project: Project): MenuEntry[] {
  const mayUpdate = canInProject(project.role, 'update', 'project');
  const mayShare = canInProject(project.role, 'share', 'project');
  const refusal = t('project.needsEditor');
  return [
    { key: 'open', label: t('project.open'), icon: <ExternalLinkIcon />, onSelect: () => navigate(workspacePath(project.id)) },
    { key: 'rename', label: t('project.rename'), icon: <PencilIcon />, disabledReason: mayUpdate ? undefined : refusal, onSelect: () => renameProject(project) },
    { key: 'share', label: t('project.share'), icon: <ShareIcon />, disabledReason: mayShare ? undefined : refusal, onSelect: () => shareProjectWithPeople(project) },
    { key: 'link', label: t('project.copyLink'), icon: <CopyIcon />, onSelect: () => { void copyProjectLink(project); } },
    { key: 'line', kind: 'divider' },
    {
      key: 'delete', label: t('project.delete'), icon: <TrashIcon />, danger: true, disabledReason: project.can_delete ? undefined : t('project.needsOwner'),
      onSelect: () => { void deleteProjectAfterAsking(project); },
    },
  ];
}

import { canInProject, needsPlan, type ProjectAction } from '@groma/model';
import {
  confirm,
  CopyIcon,
  CopyPlusIcon,
  ExternalLinkIcon,
  LogoutIcon,
  PencilIcon,
  ShareIcon,
  toast,
  TrashIcon,
  type MenuEntry,
} from '@groma/ui';
import { errorText } from '../../platform/api.ts';
import { navigate } from '../../platform/router.ts';
import type { Project } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { deleteProject, leaveProject } from './project-calls.ts';
import { openRenameDialog, openShareDialog } from './project-dialogs.tsx';
import { copyProjectLink, workspacePath } from './project-link.ts';

/** Asks once, naming it; there is no way back. */
export async function deleteProjectAfterAsking(project: Project): Promise<void> {
  const isSure = await confirm({
    title: t('project.deleteTitle', { name: project.name }),
    body: t('project.deleteText'),
    confirmLabel: t('project.delete'),
    danger: true,
  });
  if (!isSure) return;
  try {
    await deleteProject(project.id);
    toast.success(t('project.deleted', { name: project.name }));
  } catch (error) {
    toast.error(errorText(error), { title: t('project.notDeleted', { name: project.name }) });
  }
}

export async function leaveProjectAfterAsking(project: Project): Promise<void> {
  const isSure = await confirm({
    title: t('project.leaveTitle', { name: project.name }),
    body: t('project.leaveText'),
    confirmLabel: t('project.leave'),
    danger: true,
  });
  if (!isSure) return;
  try {
    await leaveProject(project.id);
    toast.success(t('project.left', { name: project.name }));
  } catch (error) {
    toast.error(errorText(error), { title: t('project.notLeft', { name: project.name }) });
  }
}

async function duplicate(project: Project): Promise<void> {
  const { duplicateProject } = await import('./duplicate-project.tsx');
  await duplicateProject(project);
}

/** Why an action on a project is refused to this person; undefined when it is not. */
function refusalOf(project: Project, action: ProjectAction): string | undefined {
  if (!canInProject(project.role, action, 'project')) return t('project.needsEditor');
  return project.plan_outcome !== 'NO_ERROR' && needsPlan(action) ? t('project.needsPlan') : undefined;
}

/** What can be done to a project on the dashboard; what the role or the plan forbids says so. */
export function projectMenu(project: Project, userId: string): MenuEntry[] {
  return [
    {
      key: 'open',
      label: t('project.open'),
      icon: <ExternalLinkIcon />,
      onSelect: () => navigate(workspacePath(project.id)),
    },
    {
      key: 'rename',
      label: t('project.rename'),
      icon: <PencilIcon />,
      disabledReason: refusalOf(project, 'update'),
      onSelect: () => {
        void openRenameDialog(project);
      },
    },
    {
      key: 'share',
      label: t('project.share'),
      icon: <ShareIcon />,
      onSelect: () => {
        void openShareDialog(project);
      },
    },
    {
      key: 'link',
      label: t('project.copyLink'),
      icon: <CopyIcon />,
      onSelect: () => {
        void copyProjectLink(project);
      },
    },
    {
      key: 'duplicate',
      label: t('project.duplicate'),
      icon: <CopyPlusIcon />,
      disabledReason: refusalOf(project, 'duplicate'),
      onSelect: () => {
        void duplicate(project);
      },
    },
    { key: 'line', kind: 'divider' },
    ...(project.role !== 'PROJECT_OWNER' && project.creator !== userId
      ? [
          {
            key: 'leave',
            label: t('project.leave'),
            icon: <LogoutIcon />,
            onSelect: () => {
              void leaveProjectAfterAsking(project);
            },
          },
        ]
      : []),
    {
      key: 'delete',
      label: t('project.delete'),
      icon: <TrashIcon />,
      danger: true,
      disabledReason: project.can_delete ? undefined : t('project.needsOwner'),
      onSelect: () => {
        void deleteProjectAfterAsking(project);
      },
    },
  ];
}

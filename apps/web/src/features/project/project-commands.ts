import { canInProject, GromaError, needsPlan, type ProjectAction } from '@groma/model';
import {
  CopyIcon,
  CopyPlusIcon,
  ExternalLinkIcon,
  LogoutIcon,
  PencilIcon,
  PlusIcon,
  SettingsIcon,
  ShareIcon,
  TrashIcon,
} from '@groma/ui';
import { navigate } from '../../platform/router.ts';
import { can, readProject, readTenant, sessionStore, type Project } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { defineCommand } from '../../registry/command.ts';
import { openDialog } from '../../registry/dialog.ts';
import { deleteProjectAfterAsking, leaveProjectAfterAsking } from './project-actions.ts';
import { findProject, knownProject } from './project-calls.ts';
import { openCreateDialog, openRenameDialog, openShareDialog } from './project-dialogs.tsx';
import { copyProjectLink, workspacePath } from './project-link.ts';

/** A workspace that a command names; without an id the open one is meant. */
type SomeProject = { projectId: string } | undefined;

const argument = async () => (await import('./project-argument.ts')).someProjectArgument;

async function withProject(some: SomeProject, act: (project: Project) => void | Promise<void>): Promise<void> {
  const project = some ? await findProject(some.projectId) : readProject();
  if (project) return act(project);
  if (some) throw new GromaError('NOT_FOUND', { noun: 'project' });
}

/** Why an action on a workspace of the dashboard is refused to this person; of the open one it is offered or not. */
function mayDo(some: SomeProject, action: ProjectAction): boolean | string {
  if (!some) return can(action, 'project');
  const project = knownProject(some.projectId);
  if (!project) return true;
  if (!canInProject(project.role, action, 'project')) return t('project.needsEditor');
  return project.plan_outcome !== 'NO_ERROR' && needsPlan(action) ? t('project.needsPlan') : true;
}

const isThere = (some: SomeProject): boolean => some !== undefined || readProject() !== null;

const create = defineCommand({
  id: 'project.create',
  title: 'project.create',
  icon: PlusIcon,
  isEnabled: () => readTenant() !== null,
  run: async () => {
    const tenant = readTenant();
    if (tenant) await openCreateDialog(tenant);
  },
});

const open = defineCommand<SomeProject>({
  id: 'project.open',
  title: 'project.open',
  icon: ExternalLinkIcon,
  isHidden: true,
  argument,
  isEnabled: isThere,
  run: (some) => {
    if (some) navigate(workspacePath(some.projectId));
  },
});

const rename = defineCommand<SomeProject>({
  id: 'project.rename',
  title: 'project.renameThis',
  icon: PencilIcon,
  argument,
  titleOf: (some) => t(some ? 'project.rename' : 'project.renameThis'),
  isEnabled: (some) => mayDo(some, 'update'),
  run: (some) => withProject(some, openRenameDialog),
});

const share = defineCommand<SomeProject>({
  id: 'project.share',
  title: 'project.shareThis',
  icon: ShareIcon,
  argument,
  titleOf: (some) => t(some ? 'project.share' : 'project.shareThis'),
  isEnabled: isThere,
  run: (some) => withProject(some, openShareDialog),
});

const copyLink = defineCommand<SomeProject>({
  id: 'project.copy-link',
  title: 'project.copyLink',
  icon: CopyIcon,
  argument,
  isEnabled: isThere,
  run: (some) => withProject(some, copyProjectLink),
});

const settings = defineCommand({
  id: 'project.settings',
  title: 'project.settings',
  icon: SettingsIcon,
  isEnabled: () => readProject() !== null,
  run: async () => openDialog((await import('./settings-dialog.tsx')).SettingsDialog),
});

const duplicate = defineCommand<SomeProject>({
  id: 'project.duplicate',
  title: 'project.duplicateThis',
  icon: CopyPlusIcon,
  argument,
  titleOf: (some) => t(some ? 'project.duplicate' : 'project.duplicateThis'),
  isEnabled: (some) => mayDo(some, 'duplicate'),
  run: (some) =>
    withProject(some, async (project) => (await import('./duplicate-project.tsx')).duplicateProject(project)),
});

const leave = defineCommand<SomeProject>({
  id: 'project.leave',
  title: 'project.leave',
  icon: LogoutIcon,
  isHidden: true,
  argument,
  isEnabled: (some) => {
    const project = some ? knownProject(some.projectId) : readProject();
    return project != null && project.role !== 'PROJECT_OWNER' && project.creator !== sessionStore.getState().user?.id;
  },
  run: (some) => withProject(some, leaveProjectAfterAsking),
});

const remove = defineCommand<SomeProject>({
  id: 'project.delete',
  title: 'project.delete',
  icon: TrashIcon,
  danger: true,
  isHidden: true,
  argument,
  isEnabled: (some) => {
    const project = some ? knownProject(some.projectId) : readProject();
    return project?.can_delete === false ? t('project.needsOwner') : true;
  },
  run: (some) => withProject(some, deleteProjectAfterAsking),
});

/** What is done to workspaces. */
export const projectCommands = { create, open, rename, share, copyLink, settings, duplicate, leave, remove };

import { CopyIcon, CopyPlusIcon, LayoutGridIcon, PencilIcon, PlusIcon, SettingsIcon, ShareIcon } from '@groma/ui';
import { navigate } from '../../platform/router.ts';
import { can, readProject, readTenant, type Project } from '../../platform/session.ts';
import { registerCommand } from '../../registry/command.ts';
import { openDialog } from '../../registry/dialog.ts';
import { registerPage } from '../../registry/page.ts';
import { registerResourceSource } from '../../registry/resource.ts';
import { listProjects } from './project-calls.ts';
import { openCreateDialog, openRenameDialog, openShareDialog } from './project-dialogs.tsx';
import { copyProjectLink, workspacePath } from './project-link.ts';

/** Adds the dashboard, the commands on the open workspace, and finding workspaces by name. */
export function registerProject(): void {
  registerPage({ path: '/dashboard/workspaces', access: 'signed-in', load: () => import('./dashboard-page.tsx') });
  registerPage({ path: '/dashboard', access: 'signed-in', load: () => import('./dashboard-page.tsx') });
  registerCommand({
    id: 'project.create',
    title: 'project.create',
    icon: PlusIcon,
    isEnabled: () => readTenant() !== null,
    run: createInTenant,
  });
  registerCommand({
    id: 'project.rename',
    title: 'project.renameThis',
    icon: PencilIcon,
    isEnabled: () => can('update', 'project'),
    run: () => withProject(openRenameDialog),
  });
  registerCommand({
    id: 'project.share',
    title: 'project.shareThis',
    icon: ShareIcon,
    isEnabled: () => readProject() !== null,
    run: () => withProject(openShareDialog),
  });
  registerCommand({
    id: 'project.copy-link',
    title: 'project.copyLink',
    icon: CopyIcon,
    isEnabled: () => readProject() !== null,
    run: () => withProject(copyProjectLink),
  });
  registerCommand({
    id: 'project.settings',
    title: 'project.settings',
    icon: SettingsIcon,
    isEnabled: () => readProject() !== null,
    run: async () => openDialog((await import('./settings-dialog.tsx')).SettingsDialog),
  });
  registerCommand({
    id: 'project.duplicate',
    title: 'project.duplicateThis',
    icon: CopyPlusIcon,
    isEnabled: () => can('duplicate', 'project'),
    run: () => withProject(async (project) => (await import('./duplicate-project.tsx')).duplicateProject(project)),
  });
  registerResourceSource({
    kind: 'project',
    scope: 'account',
    label: 'project.workspaces',
    icon: LayoutGridIcon,
    list: async () =>
      (await listProjects())
        .filter(({ id }) => id !== readProject()?.id)
        .map(({ id, name, tenant_name }) => ({ kind: 'project', id, name, detail: tenant_name })),
    open: ({ id }) => navigate(workspacePath(id)),
  });
}

async function createInTenant(): Promise<void> {
  const tenant = readTenant();
  if (tenant) await openCreateDialog(tenant);
}

async function withProject(act: (project: Project) => Promise<void>): Promise<void> {
  const project = readProject();
  if (project) await act(project);
}

import { CopyIcon, LayoutGridIcon, PencilIcon, PlusIcon, ShareIcon } from '@groma/ui';
import { project as calls } from '@groma/protocol';
import { api } from '../../platform/api.ts';
import { navigate } from '../../platform/router.ts';
import { can, readProject } from '../../platform/session.ts';
import { registerCommand } from '../../registry/command.ts';
import { openDialog } from '../../registry/dialog.ts';
import { registerPage } from '../../registry/page.ts';
import { registerResourceSource } from '../../registry/resource.ts';
import { CreateDialog } from './create-dialog.tsx';
import { renameProject, shareProjectWithPeople } from './project-actions.tsx';
import { copyProjectLink, workspacePath } from './project-link.ts';

/** Adds the dashboard, the commands on the open workspace, and finding workspaces by name. */
export function registerProject(): void {
  registerPage({ path: '/dashboard/workspaces', access: 'signed-in', load: () => import('./dashboard-page.tsx') });
  registerPage({ path: '/dashboard', access: 'signed-in', load: () => import('./dashboard-page.tsx') });
  registerCommand({ id: 'project.create', title: 'project.create', icon: PlusIcon, run: () => openDialog(CreateDialog) });
  registerCommand({ id: 'project.rename', title: 'project.renameThis', icon: PencilIcon, isEnabled: () => can('update', 'project'), run: () => withProject(renameProject) });
  registerCommand({ id: 'project.share', title: 'project.shareThis', icon: ShareIcon, isEnabled: () => can('share', 'project'), run: () => withProject(shareProjectWithPeople) });
  registerCommand({ id: 'project.copy-link', title: 'project.copyLink', icon: CopyIcon, isEnabled: () => readProject() !== null, run: () => withProject((project) => { void copyProjectLink(project); }) });
  registerResourceSource({
    kind: 'project', scope: 'account', label: 'project.workspaces', icon: LayoutGridIcon,
    list: async () => (await api.call(calls.listProjects)).data.map(({ id, name, tenant_name }) => ({ kind: 'project', id, name, detail: tenant_name })),
    open: ({ id }) => navigate(workspacePath(id)),
  });
}

function withProject(act: (project: NonNullable<ReturnType<typeof readProject>>) => void): void {
  const project = readProject();
  if (project) act(project);
}

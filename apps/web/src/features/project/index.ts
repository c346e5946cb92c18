import { LayoutGridIcon } from '@groma/ui';
import { navigate } from '../../platform/router.ts';
import { readProject } from '../../platform/session.ts';
import { registerCommands } from '../../registry/command.ts';
import { registerPage } from '../../registry/page.ts';
import { registerResourceSource } from '../../registry/resource.ts';
import { listProjects } from './project-calls.ts';
import { projectCommands } from './project-commands.ts';
import { workspacePath } from './project-link.ts';

/** Adds the dashboard, the commands on the open workspace, and finding workspaces by name. */
export function registerProject(): void {
  registerPage({ path: '/dashboard/workspaces', access: 'signed-in', load: () => import('./dashboard-page.tsx') });
  registerPage({ path: '/dashboard', access: 'signed-in', load: () => import('./dashboard-page.tsx') });
  registerCommands(Object.values(projectCommands));
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

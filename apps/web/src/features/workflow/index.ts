import { SchemaIcon, type MenuEntry } from '@groma/ui';
import { registerCommands } from '../../registry/command.ts';
import { registerDrawer } from '../../registry/drawer.ts';
import { entryOfCommand, menuEntry, menuOf } from '../../registry/menu-entry.ts';
import { registerPanel, type OpenPanel } from '../../registry/panel.ts';
import { registerResourceSource } from '../../registry/resource.ts';
import { alignCommands } from './workflows/align-commands.ts';
import { openWorkflow, type WorkflowPanelParams } from './workflows/workflow-actions.ts';
import { workflowCommands } from './workflows/workflow-commands.ts';
import { readWorkflows } from './workflows/workflow-list.ts';

/** Adds workflows to the workspace: their drawer, their panel, search and commands. */
export function registerWorkflow(): void {
  registerDrawer({
    id: 'workflows',
    side: 'left',
    order: 50,
    label: 'workflow.workflows',
    icon: SchemaIcon,
    load: () => import('./workflows/workflow-drawer.tsx'),
  });
  registerPanel<WorkflowPanelParams>({
    kind: 'workflow',
    icon: SchemaIcon,
    load: () => import('./workflow-panel.tsx'),
    tabMenu: workflowTabMenu,
  });
  registerResourceSource({
    kind: 'workflow',
    label: 'workflow.workflows',
    icon: SchemaIcon,
    list: async (projectId) => (await readWorkflows(projectId)).map(({ id, name }) => ({ kind: 'workflow', id, name })),
    open: openWorkflow,
  });
  registerCommands([...Object.values(workflowCommands), ...Object.values(alignCommands)]);
}

/** What the menu of a workflow's tab offers besides closing and splitting. */
function workflowTabMenu({ params }: OpenPanel): MenuEntry[] {
  const { workflowId } = params as WorkflowPanelParams;
  return menuOf([
    menuEntry(workflowCommands.rename, { workflowId }),
    entryOfCommand('template.publish', { type: 'WORKFLOW', id: workflowId }),
  ]);
}

import { NotebookIcon, PlusIcon } from '@groma/ui';
import { can, readProject } from '../../platform/session.ts';
import { registerCommand } from '../../registry/command.ts';
import { openDialog } from '../../registry/dialog.ts';
import { openDrawer, registerDrawer } from '../../registry/drawer.ts';
import { registerPanel } from '../../registry/panel.ts';
import { registerResourceSource } from '../../registry/resource.ts';
import { CreateDialog } from './drawer/create-dialog.tsx';
import { openNotebook, type NotebookPanelParams } from './drawer/notebook-actions.ts';
import { readNotebooks } from './drawer/notebook-list.ts';

/** Adds notebooks to the workspace: their drawer, their panel, search and commands. */
export function registerNotebook(): void {
  registerDrawer({ id: 'notebooks', side: 'left', order: 30, label: 'notebook.notebooks', icon: NotebookIcon, load: () => import('./drawer/notebook-drawer.tsx') });
  registerPanel<NotebookPanelParams>({ kind: 'notebook', icon: NotebookIcon, load: () => import('./panel/notebook-panel.tsx'), keepsRendered: true });
  registerResourceSource({
    kind: 'notebook', label: 'notebook.notebooks', icon: NotebookIcon,
    list: async (projectId) => (await readNotebooks(projectId)).map(({ id, name }) => ({ kind: 'notebook', id, name })),
    open: openNotebook,
  });
  registerCommand({ id: 'notebook.show-list', title: 'notebook.showList', icon: NotebookIcon, isEnabled: () => readProject() !== null, run: () => openDrawer('notebooks') });
  registerCommand({ id: 'notebook.create', title: 'notebook.create', icon: PlusIcon, isEnabled: () => can('create', 'notebook'), run: () => openDialog(CreateDialog) });
}

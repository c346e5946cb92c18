import { NotebookIcon, SearchIcon, type MenuEntry } from '@groma/ui';
import { registerAssistantView } from '../../registry/assistant-view.ts';
import { registerCommands } from '../../registry/command.ts';
import { registerDrawer } from '../../registry/drawer.ts';
import { entryOfCommand, menuEntry, menuOf } from '../../registry/menu-entry.ts';
import { registerKeyRows } from '../../registry/key-rows.ts';
import { registerPanel, type OpenPanel } from '../../registry/panel.ts';
import { registerResourceSource } from '../../registry/resource.ts';
import { registerAssistantCommands } from './assist/assistant-commands.ts';
import { notebookOfPanel, readNotebookView } from './notebooks/assistant-view.ts';
import { findInNotebooks, openFoundText } from './find-in-notebooks.ts';
import { listCommands } from './notebooks/list-commands.ts';
import { notebookKeys } from './notebooks/notebook-keys.ts';
import { openNotebook, type NotebookPanelParams } from './notebooks/notebook-actions.ts';
import { readNotebooks } from './notebooks/notebook-list.ts';
import { notebookCommands } from './notebook-commands.ts';

/** Adds notebooks to the workspace: their drawer, their panel, search and commands. */
export function registerNotebook(): void {
  registerDrawer({
    id: 'notebooks',
    side: 'left',
    order: 30,
    label: 'notebook.notebooks',
    icon: NotebookIcon,
    load: () => import('./drawer/notebook-drawer.tsx'),
  });
  registerPanel<NotebookPanelParams>({
    kind: 'notebook',
    icon: NotebookIcon,
    load: () => import('./assemble-panel.tsx'),
    keepsRendered: true,
    tabMenu: notebookTabMenu,
  });
  registerResourceSource({
    kind: 'notebook',
    label: 'notebook.notebooks',
    icon: NotebookIcon,
    list: async (projectId) => (await readNotebooks(projectId)).map(({ id, name }) => ({ kind: 'notebook', id, name })),
    open: openNotebook,
  });
  registerResourceSource({
    kind: 'notebookText',
    label: 'notebook.inNotebooks',
    icon: SearchIcon,
    find: findInNotebooks,
    open: openFoundText,
  });
  registerAssistantView({ id: 'notebook', read: readNotebookView, attachmentOf: notebookOfPanel });
  registerCommands(notebookCommands);
  registerKeyRows(notebookKeys);
  registerAssistantCommands();
}

/** What the menu of a notebook's tab offers besides closing and splitting. */
function notebookTabMenu({ params }: OpenPanel): MenuEntry[] {
  const { notebookId } = params as NotebookPanelParams;
  return menuOf([
    menuEntry(listCommands.rename, { notebookId }),
    entryOfCommand('template.publish', { type: 'NOTEBOOK', id: notebookId }),
  ]);
}

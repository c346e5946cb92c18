import { FileImportIcon, NotebookIcon, PencilIcon, PlusIcon, SearchIcon, type MenuEntry } from '@groma/ui';
import { createElement } from 'react';
import { can, readProject } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { registerCommand } from '../../registry/command.ts';
import { openDialog } from '../../registry/dialog.ts';
import { openDrawer, registerDrawer } from '../../registry/drawer.ts';
import { registerPanel, type OpenPanel } from '../../registry/panel.ts';
import { registerResourceSource } from '../../registry/resource.ts';
import { registerAssistantCommands } from './assist/assistant-commands.ts';
import { CreateDialog } from './drawer/create-dialog.tsx';
import { findInNotebooks, openFoundText } from './find-in-notebooks.ts';
import { importNotebookFile } from './drawer/import-file.ts';
import { openNotebook, type NotebookPanelParams } from './drawer/notebook-actions.ts';
import { readNotebooks } from './drawer/notebook-list.ts';

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
    load: () => import('./panel/notebook-panel.tsx'),
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
  registerCommand({
    id: 'notebook.show-list',
    title: 'notebook.showList',
    icon: NotebookIcon,
    isEnabled: () => readProject() !== null,
    run: () => openDrawer('notebooks'),
  });
  registerCommand({
    id: 'notebook.create',
    title: 'notebook.create',
    icon: PlusIcon,
    isEnabled: () => can('create', 'notebook'),
    run: () => openDialog(CreateDialog),
  });
  registerCommand({
    id: 'notebook.import-file',
    title: 'notebook.importFile',
    icon: FileImportIcon,
    isHidden: true,
    argument: async () => (await import('./drawer/import-file-argument.ts')).importFileArgument,
    isEnabled: () => can('create', 'notebook'),
    run: importNotebookFile,
  });
  registerAssistantCommands();
}

/** What the menu of a notebook's tab offers besides closing and splitting. */
function notebookTabMenu({ title, params }: OpenPanel): MenuEntry[] {
  const project = readProject();
  if (!project || !can('update', 'notebook')) return [];
  const { notebookId } = params as NotebookPanelParams;
  const rename = async () => {
    (await import('./drawer/ask-notebook-name.tsx')).askNotebookName(project.id, { id: notebookId, name: title });
  };
  return [
    {
      key: 'rename',
      label: t('notebook.rename'),
      icon: createElement(PencilIcon),
      onSelect: () => {
        void rename();
      },
    },
  ];
}

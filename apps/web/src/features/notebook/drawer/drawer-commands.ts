import { FileImportIcon, NotebookIcon, PlusIcon } from '@groma/ui';
import { can, readProject } from '../../../platform/session.ts';
import { defineCommand } from '../../../registry/command.ts';
import { openDialog } from '../../../registry/dialog.ts';
import { openDrawer } from '../../../registry/drawer.ts';
import { chooseFiles } from './choose-files.ts';
import { CreateDialog } from './create-dialog.tsx';
import { importNotebookFile } from './import-file.ts';

const showList = defineCommand({
  id: 'notebook.show-list',
  title: 'notebook.showList',
  icon: NotebookIcon,
  isEnabled: () => readProject() !== null,
  run: () => openDrawer('notebooks'),
});

const create = defineCommand({
  id: 'notebook.create',
  title: 'notebook.create',
  icon: PlusIcon,
  isEnabled: () => can('create', 'notebook'),
  run: () => openDialog(CreateDialog),
});

const importFile = defineCommand({
  id: 'notebook.import-file',
  title: 'notebook.importFile',
  icon: FileImportIcon,
  isHidden: true,
  argument: async () => (await import('./import-file-argument.ts')).importFileArgument,
  isEnabled: () => can('create', 'notebook'),
  run: importNotebookFile,
});

const importFromDesktop = defineCommand({
  id: 'notebook.import-from-desktop',
  title: 'notebook.import.choose',
  icon: FileImportIcon,
  isHidden: true,
  isEnabled: () => can('create', 'notebook'),
  run: () =>
    chooseFiles((files) => {
      const project = readProject();
      if (project)
        void import('./import-notebooks.ts').then(({ importNotebooks }) => importNotebooks(project.id, files));
    }),
});

/** What makes notebooks, and the drawer that lists them. */
export const drawerCommands = { showList, create, importFile, importFromDesktop };

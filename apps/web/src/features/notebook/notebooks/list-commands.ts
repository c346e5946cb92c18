import type { notebook } from '@groma/protocol';
import { FileZipIcon, toast } from '@groma/ui';
import { can, readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { fetchSoon } from '../../../platform/when-idle.ts';
import { deleteNotebook, duplicateNotebook, openNotebook } from './notebook-actions.ts';
import { findNotebook } from './notebook-list.ts';

const notebookArgument = async () => (await import('./notebook-arguments.ts')).notebookArgument;
const downloads = () => import('./download-notebook.ts');
const nameDialog = () => import('./ask-notebook-name.tsx');

/** Fetches what the commands do before they are run. */
export const fetchNotebookActs = () => fetchSoon(downloads, nameDialog, () => import('./notebook-arguments.ts'));

interface OfNotebook {
  notebookId: string;
}
type ProjectId = string;

/** Does something with a notebook of the project that is open, whether the notebook is open or not. */
async function withNotebook(
  { notebookId }: OfNotebook,
  act: (found: notebook.NotebookInfo, projectId: ProjectId) => void | Promise<void>,
): Promise<void> {
  const project = readProject();
  const found = project && (await findNotebook(project.id, notebookId));
  if (found) await act(found, project.id);
  else toast.error(t('notebook.gone'));
}

const open = defineCommand({
  id: 'notebook.open',
  title: 'notebook.open',
  listKey: 'Enter',
  isHidden: true,
  argument: notebookArgument,
  run: (its) => withNotebook(its, openNotebook),
});

const rename = defineCommand({
  id: 'notebook.rename',
  title: 'notebook.rename',
  listKey: 'F2',
  isHidden: true,
  argument: notebookArgument,
  isEnabled: () => can('update', 'notebook'),
  run: (its) => withNotebook(its, async (found, projectId) => (await nameDialog()).askNotebookName(projectId, found)),
});

const duplicate = defineCommand({
  id: 'notebook.duplicate',
  title: 'notebook.duplicate',
  isHidden: true,
  argument: notebookArgument,
  isEnabled: () => can('duplicate', 'notebook'),
  run: (its) => withNotebook(its, (found, projectId) => duplicateNotebook(projectId, found)),
});

const download = defineCommand({
  id: 'notebook.download',
  title: 'notebook.downloadAs',
  isHidden: true,
  argument: async () => (await import('./notebook-arguments.ts')).downloadArgument,
  titleOf: ({ form }) => t(`notebook.form.${form}`),
  run: (its) =>
    withNotebook(its, async (found, projectId) => (await downloads()).downloadNotebook(projectId, found, its.form)),
});

const downloadSeveral = defineCommand<{ notebookIds: string[] } | undefined>({
  id: 'notebook.download-all',
  title: 'notebook.downloadAll',
  icon: FileZipIcon,
  isHidden: true,
  argument: async () => (await import('./notebook-arguments.ts')).notebooksArgument,
  titleOf: (some) =>
    some ? t('notebook.downloadSeveral', { count: some.notebookIds.length }) : t('notebook.downloadAll'),
  run: async (some) => {
    const project = readProject();
    if (project) await (await downloads()).downloadNotebooks(project.id, some?.notebookIds);
  },
});

const offer = defineCommand({
  id: 'notebook.offer-tool',
  title: 'function.offer',
  isHidden: true,
  argument: notebookArgument,
  isEnabled: () => can('update', 'notebook'),
  run: (its) =>
    withNotebook(its, async (found, projectId) =>
      (await import('./offer-notebook.tsx')).offerNotebook(projectId, found),
    ),
});

const remove = defineCommand({
  id: 'notebook.delete',
  title: 'notebook.delete',
  listKey: 'Del',
  danger: true,
  isHidden: true,
  argument: notebookArgument,
  isEnabled: () => can('delete', 'notebook'),
  run: (its) => withNotebook(its, (found, projectId) => deleteNotebook(projectId, found)),
});

/** What is done to a notebook by its id, open or not. */
export const listCommands = { open, rename, duplicate, download, downloadSeveral, offer, remove };

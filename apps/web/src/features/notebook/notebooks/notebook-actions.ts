import { notebook } from '@groma/protocol';
import { confirm, toast } from '@groma/ui';
import { api, errorText, queryClient } from '../../../platform/api.ts';
import { whenOnServer } from '../../../platform/live.ts';
import { t } from '../../../platform/text.ts';
import { closePanel, openPanel, setPanelTitle } from '../../../registry/panel.ts';
import { enterWhenShown } from './enter-made.ts';
import { listKey, panelIdOf } from './notebook-list.ts';

type NotebookInfo = notebook.NotebookInfo;
type Named = Pick<NotebookInfo, 'id' | 'name'>;

export interface NotebookPanelParams {
  notebookId: string;
}

export function openNotebook({ id, name }: Named): void {
  openPanel<NotebookPanelParams>({ kind: 'notebook', id: panelIdOf(id), title: name, params: { notebookId: id } });
}

/** Makes a notebook and opens it: of a Jupyter file, else with one empty code block (NBK-035). */
export async function createNotebook(projectId: string, name: string, initialTemplate?: unknown): Promise<void> {
  const { data } = await api.call(notebook.createNotebook, {
    params: { projectId },
    body: { name, ...(initialTemplate !== undefined && { initialTemplate }) },
  });
  await queryClient.invalidateQueries({ queryKey: listKey(projectId) });
  if (initialTemplate === undefined) enterWhenShown(data.id);
  openNotebook(data);
}

/** Gives a notebook another name here and for everybody; a failure is thrown for whoever asked to show (NBK-034). */
export async function renameNotebook(projectId: string, notebookId: string, name: string): Promise<void> {
  const { data } = await api.call(notebook.renameNotebook, { params: { notebookId, projectId }, body: { name } });
  queryClient.setQueryData<NotebookInfo[]>(listKey(projectId), (list) =>
    list?.map((each) => (each.id === notebookId ? { ...each, name: data.name } : each)),
  );
  setPanelTitle(panelIdOf(notebookId), data.name);
  await queryClient.invalidateQueries({ queryKey: listKey(projectId) });
}

/** Asks once, then deletes. */
export async function deleteNotebook(projectId: string, { id, name }: Named): Promise<void> {
  const isSure = await confirm({
    title: t('notebook.deleteTitle', { name }),
    body: t('notebook.deleteBody'),
    confirmLabel: t('notebook.delete'),
    danger: true,
  });
  if (!isSure) return;
  await said(async () => {
    await api.call(notebook.deleteNotebook, { params: { notebookId: id, projectId } });
    closePanel(panelIdOf(id));
    await queryClient.invalidateQueries({ queryKey: listKey(projectId) });
  });
}

export async function duplicateNotebook(projectId: string, { id }: Named): Promise<void> {
  await said(async () => {
    await whenOnServer('main', id);
    const { data } = await api.call(notebook.duplicateNotebook, { params: { notebookId: id, projectId }, body: {} });
    await queryClient.invalidateQueries({ queryKey: listKey(projectId) });
    openNotebook(data);
  });
}

async function said(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    toast.error(errorText(error));
  }
}

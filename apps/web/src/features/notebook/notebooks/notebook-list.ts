import { notebook } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api, queryClient } from '../../../platform/api.ts';
import { onRoomReturn, useRoomMessage, type RoomMessage } from '../../../platform/project-room.ts';
import { closePanel, setPanelTitle } from '../../../registry/panel.ts';

type NotebookInfo = notebook.NotebookInfo;

export const listKey = (projectId: string) => ['notebooks', projectId] as const;

/** The id of a notebook's panel in the dock. */
export const panelIdOf = (notebookId: string) => `notebook:${notebookId}`;

export async function readNotebooks(projectId: string): Promise<NotebookInfo[]> {
  return (await api.call(notebook.listNotebooks, { params: { projectId } })).data;
}

/** A notebook of a project by its id, as the list that is shown has it; undefined where it is not there. */
export async function findNotebook(projectId: string, notebookId: string): Promise<NotebookInfo | undefined> {
  const known = queryClient.getQueryData<NotebookInfo[]>(listKey(projectId)) ?? [];
  return (
    known.find(({ id }) => id === notebookId) ?? (await readNotebooks(projectId)).find(({ id }) => id === notebookId)
  );
}

/** The notebooks of a project by name, kept in step with what others make, rename and delete (NBK-036, NBK-039). */
export function useNotebooks(projectId: string) {
  useNotebookNews(projectId);
  return useQuery({ queryKey: listKey(projectId), queryFn: () => readNotebooks(projectId) });
}

/** What a `Notebook_List_Info_Sync` says (NBK-038). */
export interface ListNews {
  deletedIds: string[];
  updatedId: string | null;
  updatedName: string | null;
}

export function readListNews(message: Readonly<Record<string, unknown>>): ListNews {
  const ids: unknown = message['NotebookListDeleteIds'];
  const { updatedNotebookId: id, updatedNotebookName: name } = message;
  return {
    deletedIds: Array.isArray(ids) ? ids.filter((each) => typeof each === 'string') : [],
    updatedId: typeof id === 'string' ? id : null,
    updatedName: typeof name === 'string' ? name : null,
  };
}

function useNotebookNews(projectId: string): void {
  useRoomMessage(
    'Notebook_List_Info_Sync',
    useCallback(
      (message: RoomMessage) => {
        applyNews(projectId, readListNews(message));
      },
      [projectId],
    ),
  );
  useEffect(
    () =>
      onRoomReturn(() => {
        void queryClient.invalidateQueries({ queryKey: listKey(projectId) });
      }),
    [projectId],
  );
}

function applyNews(projectId: string, { deletedIds, updatedId, updatedName }: ListNews): void {
  queryClient.setQueryData<NotebookInfo[]>(listKey(projectId), (list) =>
    list
      ?.filter(({ id }) => !deletedIds.includes(id))
      .map((each) => (each.id === updatedId && updatedName !== null ? { ...each, name: updatedName } : each)),
  );
  for (const id of deletedIds) closePanel(panelIdOf(id));
  if (updatedId !== null && updatedName !== null) setPanelTitle(panelIdOf(updatedId), updatedName);
  void queryClient.invalidateQueries({ queryKey: listKey(projectId) });
}

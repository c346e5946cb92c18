import { workflow, type WorkflowInfo } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api, queryClient } from '../../../platform/api.ts';
import { onRoomReturn, useRoomMessage, type RoomMessage } from '../../../platform/project-room.ts';
import { closePanel, setPanelTitle } from '../../../registry/panel.ts';

export const listKey = (projectId: string) => ['workflows', projectId] as const;

/** The id of a workflow's panel in the dock. */
export const panelIdOf = (workflowId: string) => `workflow:${workflowId}`;

export async function readWorkflows(projectId: string): Promise<WorkflowInfo[]> {
  return (await api.call(workflow.listWorkflows, { params: { projectId } })).data;
}

/** A workflow of a project by its id, as the list that is shown has it; undefined where it is not there. */
export async function findWorkflow(projectId: string, workflowId: string): Promise<WorkflowInfo | undefined> {
  const known = queryClient.getQueryData<WorkflowInfo[]>(listKey(projectId)) ?? [];
  return (
    known.find(({ id }) => id === workflowId) ?? (await readWorkflows(projectId)).find(({ id }) => id === workflowId)
  );
}

/** The workflows of a project by name, kept in step with what others make, rename and delete (WFL-139). */
export function useWorkflows(projectId: string) {
  useRoomMessage(
    'Workflow_List_Info_Sync',
    useCallback((message: RoomMessage) => applyNews(projectId, readListNews(message)), [projectId]),
  );
  useEffect(
    () =>
      onRoomReturn(() => {
        void queryClient.invalidateQueries({ queryKey: listKey(projectId) });
      }),
    [projectId],
  );
  return useQuery({ queryKey: listKey(projectId), queryFn: () => readWorkflows(projectId) });
}

/** What a `Workflow_List_Info_Sync` says. */
export interface ListNews {
  deletedIds: string[];
  updatedId: string | null;
  updatedName: string | null;
}

/** Reads news of the list; what is broken is left out. */
export function readListNews(message: Readonly<Record<string, unknown>>): ListNews {
  const ids: unknown = message['WorkflowListDeleteIds'];
  const { updatedWorkflowId: id, updatedWorkflowName: name } = message;
  return {
    deletedIds: Array.isArray(ids) ? ids.filter((each) => typeof each === 'string') : [],
    updatedId: typeof id === 'string' ? id : null,
    updatedName: typeof name === 'string' ? name : null,
  };
}

function applyNews(projectId: string, { deletedIds, updatedId, updatedName }: ListNews): void {
  queryClient.setQueryData<WorkflowInfo[]>(listKey(projectId), (list) =>
    list
      ?.filter(({ id }) => !deletedIds.includes(id))
      .map((each) => (each.id === updatedId && updatedName !== null ? { ...each, name: updatedName } : each)),
  );
  for (const id of deletedIds) closePanel(panelIdOf(id));
  if (updatedId !== null && updatedName !== null) setPanelTitle(panelIdOf(updatedId), updatedName);
  void queryClient.invalidateQueries({ queryKey: listKey(projectId) });
}

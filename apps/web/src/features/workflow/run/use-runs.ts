import { workflow, type WorkflowRun } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api, queryClient } from '../../../platform/api.ts';
import { onRoomReturn, useRoomMessage, type RoomMessage } from '../../../platform/project-room.ts';

export const runsKey = (workflowId: string) => ['workflow-runs', workflowId] as const;

/** The newest runs of a workflow, kept in step with what is begun, ended and deleted anywhere. */
export function useRuns(projectId: string, workflowId: string) {
  useRoomMessage(
    'Workflow_Runs_Changed',
    useCallback(
      (message: RoomMessage) => {
        if (message['workflowId'] === workflowId) void refresh(workflowId);
      },
      [workflowId],
    ),
  );
  useEffect(() => onRoomReturn(() => void refresh(workflowId)), [workflowId]);
  return useQuery({
    queryKey: runsKey(workflowId),
    queryFn: async (): Promise<WorkflowRun[]> =>
      (await api.call(workflow.listWorkflowRuns, { params: { projectId, workflowId }, query: {} })).data,
  });
}

function refresh(workflowId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: runsKey(workflowId) });
}

import { workflowStart, type WorkflowStartInfo } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../../platform/api.ts';
import { runsKey } from '../run/use-runs.ts';

// Below the key of the runs, which are read again on each message about them: a start changes with its runs.
const startsKey = (workflowId: string) => [...runsKey(workflowId), 'starts'] as const;

/** What starts a workflow by itself, in step with what others set and with the runs that begin. */
export function useStarts(projectId: string, workflowId: string) {
  return useQuery({
    queryKey: startsKey(workflowId),
    queryFn: async (): Promise<WorkflowStartInfo[]> =>
      (await api.call(workflowStart.listWorkflowStarts, { params: { projectId, workflowId } })).data,
  });
}

/** Reads the starts again. */
export function refreshStarts(workflowId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: startsKey(workflowId) });
}

import { workflow, type ReplyOf } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { runsKey } from './use-runs.ts';

export type RunWithSteps = ReplyOf<typeof workflow.readWorkflowRun>['data'];

/** One run with its steps; read again with the history, which is told of each change. Null reads none. */
export function useRun(projectId: string, workflowId: string, runId: string | null) {
  return useQuery({
    queryKey: [...runsKey(workflowId), runId],
    enabled: runId !== null,
    queryFn: async (): Promise<RunWithSteps> =>
      (await api.call(workflow.readWorkflowRun, { params: { projectId, workflowId, runId: runId! } })).data,
  });
}

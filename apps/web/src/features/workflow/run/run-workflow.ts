import {
  acceptedTracker,
  conversionRequest,
  newId,
  submittingTracker,
  workflowKind,
  WorkflowRunProblem,
  workflowText,
  type WorkflowGraph,
  type WorkflowValue,
} from '@groma/model';
import { workflow } from '@groma/protocol';
import { statusDialog } from '@groma/ui';
import { api, queryClient } from '../../../platform/api.ts';
import { whenOnServer } from '../../../platform/live.ts';
import { t } from '../../../platform/text.ts';
import { sayFailure, sayMessage, sayText } from '../workflows/say-workflow.ts';
import { runsKey } from './use-runs.ts';
import { followRun, setTracker } from './run-tracker.ts';

interface Runnable {
  projectId: string;
  workflowId: string;
  graph: WorkflowGraph;
  /** Of the parameters of a general graph; those that are not given take their defaults. */
  values?: Readonly<Record<string, WorkflowValue>> | undefined;
  /** The step from which a general graph is run anew; what came before it is reused. */
  againFrom?: string | undefined;
}

/** Runs a workflow as it is shown, and says in a dialog that it has begun or why it has not (WFL-129 to WFL-133). */
export async function runWorkflow({ projectId, workflowId, graph, values, againFrom }: Runnable): Promise<void> {
  const operationId = newId<'operation'>();
  const kind = workflowKind(graph);
  const isGeneral = kind === 'general';
  const track = (tracker: typeof submittingTracker) => setTracker(workflowId, { ...tracker, operationId, kind });
  try {
    if (!isGeneral) conversionRequest(graph);
  } catch (error) {
    if (!(error instanceof WorkflowRunProblem) || error.dialog === null) return fail(error, track);
    return statusDialog.error({ title: sayMessage(error.dialog), body: sayMessage(error.message) });
  }
  track(submittingTracker);
  try {
    await whenOnServer('workflow', workflowId);
    const { status } = await api.call(workflow.beginWorkflowRun, {
      params: { projectId, workflowId },
      body: {
        operation_id: operationId,
        // A general graph is run as the server has it, with its parameters.
        ...(isGeneral
          ? { ...(values && { values: { ...values } }), ...(againFrom !== undefined && { again_from: againFrom }) }
          : { nodes: [...graph.nodes], edges: [...graph.edges] }),
      },
    });
    if (status !== 200) throw new Error(sayText(workflowText('run.submitFailed')));
    track(acceptedTracker);
    void followRun(workflowId, operationId);
    void statusDialog.success({ title: t('workflow.started') });
  } catch (error) {
    return fail(error, track);
  } finally {
    void queryClient.invalidateQueries({ queryKey: runsKey(workflowId) });
  }
}

function fail(error: unknown, track: (tracker: typeof submittingTracker) => void): Promise<void> {
  const reason = sayFailure(error);
  track({ status: 'Failed', progress: 100, subtitle: reason });
  return statusDialog.error({ title: t('workflow.runFailed'), body: reason });
}

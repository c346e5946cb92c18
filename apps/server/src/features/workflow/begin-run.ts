import {
  acceptedTracker,
  checkWorkflow,
  conversionRequest,
  GromaError,
  workflowKind,
  WorkflowRunProblem,
  type OperationId,
  type ProjectId,
  type UserId,
  type WorkflowGraph,
  type WorkflowStartKind,
  type WorkflowValue,
} from '@groma/model';
import type { WorkflowRun } from '@groma/protocol';
import type { ProjectAccess } from '../../platform/access/project-access.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireGeneral, toolsOf } from './check-run.ts';
import { waitingSteps } from './run-graph.ts';
import type { WorkflowNeeds } from './workflow-needs.ts';
import type { WorkflowOperation } from './workflow-operation.ts';
import type { WorkflowRuns } from './workflow-runs.ts';

/** What beginning a run takes of the feature. */
export interface RunBeginner {
  platform: Platform;
  needs: WorkflowNeeds;
  runs: WorkflowRuns;
  kind: WorkflowOperation;
}

/** A run that is to begin, with the rights of a person. */
export interface WantedBeginning {
  /** That of the operation, too. */
  id: string;
  workflow: { id: string; name: string };
  projectId: ProjectId;
  access: ProjectAccess;
  user: { id: UserId; username: string };
  graph: WorkflowGraph;
  values?: Record<string, WorkflowValue> | undefined;
  againFrom?: string | undefined;
  /** What begins it by itself. */
  start?: { id: string; kind: WorkflowStartKind } | undefined;
  /** It may be in the history already, without an operation. */
  isTriedAgain?: boolean | undefined;
  signal: AbortSignal;
}

/**
 * Begins a run as an operation: a conversion for a basic graph, its steps for a general one.
 * @throws GromaError WORKFLOW_NOT_READY with all that is wrong, BAD_INPUT, and why the conversion can't begin
 */
export async function beginRun(
  { platform, needs, runs, kind }: RunBeginner,
  wanted: WantedBeginning,
): Promise<{ run: WorkflowRun; paths: string[] }> {
  const { id, workflow, projectId, user, graph, start, againFrom, isTriedAgain } = wanted;
  const begun = { id, workflowId: workflow.id, graph, start, isTriedAgain };
  const asking = { access: wanted.access, userId: user.id };
  if (workflowKind(graph) === 'general') {
    const findTool = await toolsOf(needs, projectId, graph);
    const values = requireGeneral(graph, { findTool, workflow }, { given: wanted.values ?? {}, againFrom });
    return runs.begin({ ...begun, values, steps: waitingSteps(graph) }, asking, async () => {
      const about = { id: id as OperationId, projectId, userId: user.id, title: workflow.name };
      await platform.operations.start(
        kind,
        { ...about, subject: workflow.name, subtitle: acceptedTracker.subtitle },
        {
          projectId,
          user: { id: user.id, username: user.username },
          workflow: { id: workflow.id, name: workflow.name },
          nodes: graph.nodes,
          edges: graph.edges,
          values,
          againFrom: againFrom ?? null,
        },
      );
      return [];
    });
  }
  const request = requireRunnable(graph);
  return runs.begin(begun, asking, () =>
    needs.beginConversion({
      projectId,
      userId: user.id,
      operationId: id,
      workflowName: workflow.name,
      inputs: request.inputPaths,
      excluded: request.excludedPaths,
      format: request.outputFormat,
      folder: request.outputFolder ?? undefined,
      options: request.options,
      signal: wanted.signal,
    }),
  );
}

/** What a graph asks of the converter. @throws GromaError WORKFLOW_NOT_READY with all that is wrong */
function requireRunnable(graph: WorkflowGraph): ReturnType<typeof conversionRequest> {
  try {
    const request = conversionRequest(graph);
    const errors = checkWorkflow(graph).filter(({ level }) => level === 'error');
    if (errors.length > 0) throw new WorkflowRunProblem(errors.map(({ message }) => message).join('; '));
    return request;
  } catch (error) {
    throw error instanceof WorkflowRunProblem ? new GromaError('WORKFLOW_NOT_READY', { detail: error.message }) : error;
  }
}

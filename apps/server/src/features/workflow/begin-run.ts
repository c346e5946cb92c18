import {
  acceptedTracker,
  checkGraph,
  checkWorkflow,
  conversionRequest,
  GromaError,
  nodesOf,
  settledValues,
  workflowKind,
  WorkflowRunProblem,
  type FindWorkflowTool,
  type OperationId,
  type ProjectId,
  type UserId,
  type WorkflowGraph,
  type WorkflowStartKind,
  type WorkflowTool,
  type WorkflowValue,
  type WorkflowValues,
} from '@groma/model';
import type { WorkflowRun } from '@groma/protocol';
import type { ProjectAccess } from '../../platform/access/project-access.ts';
import type { Platform } from '../../platform/platform.ts';
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
    const values = requireGeneral(graph, { findTool }, { given: wanted.values ?? {}, againFrom });
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
      signal: wanted.signal,
    }),
  );
}

/** Finds the tools of the toolbox, and those of a graph that people of the project offer. */
async function toolsOf(
  { findTool, findProjectTool }: WorkflowNeeds,
  projectId: ProjectId,
  graph: WorkflowGraph,
): Promise<FindWorkflowTool> {
  const ids = new Set(nodesOf(graph, 'tool').map(({ data }) => data.tool));
  const found = new Map<string, WorkflowTool>();
  for (const id of ids) {
    const own = findTool(id) ? undefined : await findProjectTool(projectId, id);
    if (own) found.set(id, own.definition);
  }
  return (id) => findTool(id) ?? found.get(id);
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

/**
 * The values of the parameters of a run that can begin.
 * @throws GromaError WORKFLOW_NOT_READY with all that is wrong, BAD_INPUT
 */
function requireGeneral(
  graph: WorkflowGraph,
  { findTool }: Pick<WorkflowNeeds, 'findTool'>,
  { given, againFrom }: { given: Record<string, WorkflowValue>; againFrom: string | undefined },
): WorkflowValues {
  const parameters = graph.parameters ?? [];
  const unknown = Object.keys(given).find((name) => !parameters.some((each) => each.name === name));
  if (unknown !== undefined)
    throw new GromaError('BAD_INPUT', { detail: `values: there is no parameter “${unknown}”.` });
  if (againFrom !== undefined && !graph.nodes.some(({ id }) => id === againFrom))
    throw new GromaError('BAD_INPUT', { detail: `again_from: there is no node “${againFrom}”.` });
  const labels = new Map(graph.nodes.map(({ id, data }) => [id, data.label]));
  const errors = checkGraph(graph, { findTool, given }).filter(({ level }) => level === 'error');
  if (errors.length > 0) {
    const said = errors.map(({ resourceId, message }) =>
      resourceId === null ? message : `${labels.get(resourceId) ?? resourceId}: ${message}`,
    );
    throw new GromaError('WORKFLOW_NOT_READY', { detail: said.join('; ') });
  }
  return settledValues(parameters, given);
}

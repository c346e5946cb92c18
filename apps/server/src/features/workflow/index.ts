import {
  acceptedTracker,
  checkGraph,
  checkWorkflow,
  conversionRequest,
  GromaError,
  settledValues,
  workflowKind,
  WorkflowRunProblem,
  type OperationId,
  type ProjectId,
  type WorkflowGraph,
  type WorkflowValue,
  type WorkflowValues,
} from '@groma/model';
import { workflow, type WorkflowInfo } from '@groma/protocol';
import { route } from '../../platform/http/route.ts';
import { createDocumentRoom } from '../../platform/live/document-room.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { waitingSteps } from './run-graph.ts';
import type { WorkflowNeeds } from './workflow-needs.ts';
import { defineWorkflowRun } from './workflow-operation.ts';
import { WorkflowRecords } from './workflow-records.ts';
import { WorkflowRuns } from './workflow-runs.ts';

/** What the workflow feature offers to others, through main. */
export interface WorkflowFeature extends Feature {
  /** Makes a workflow, as for a sample project. */
  createWorkflow(projectId: ProjectId, creatorId: string, name: string, graph: WorkflowGraph): Promise<WorkflowInfo>;
  /** Deletes the workflows of a project that is about to go, with their documents. */
  removeWorkflows(projectId: ProjectId): Promise<void>;
}

/** Workflows: their list, the rooms in which people edit them, and the history of their runs. */
export function createWorkflowFeature(platform: Platform, needs: WorkflowNeeds): WorkflowFeature {
  const records = new WorkflowRecords(platform);
  const runs = new WorkflowRuns(platform);
  const { room, close } = createDocumentRoom(platform, {
    party: 'workflow',
    noun: 'workflow',
    listTopic: 'workflows-changed',
    goneCode: 'WORKFLOW_NOT_FOUND',
    touch: (id) => records.touch(id),
  });
  const kind = defineWorkflowRun({ platform, needs, runs });
  return {
    operations: [kind],
    routes: [
      route(workflow.listWorkflows, async ({ projectId }) => ({ data: await records.list(projectId) })),
      route(workflow.createWorkflow, async ({ projectId, user, body: { name, nodes, edges = [], parameters } }) => ({
        data: await records.create(projectId, user.id, name, nodes && { nodes, edges, parameters }),
      })),
      route(workflow.readWorkflow, async ({ params: { workflowId } }) => {
        const info = await records.read(workflowId);
        const { nodes, edges, parameters = [] } = await records.readGraph(workflowId);
        return { data: { ...info, nodes: [...nodes], edges: [...edges], parameters: [...parameters] } };
      }),
      route(workflow.renameWorkflow, async ({ params, body }) => ({
        data: await records.rename(params.workflowId, body.name),
      })),
      route(workflow.duplicateWorkflow, async ({ params, user, body }) => ({
        data: await records.duplicate(params.workflowId, user.id, body?.name),
      })),
      route(workflow.deleteWorkflow, async ({ params }) => {
        await records.delete(params.workflowId);
        return { status: 'ok' };
      }),
      route(workflow.listWorkflowRuns, async ({ params, query, projectAccess, user }) => ({
        data: await runs.list(params.workflowId, query.limit, { access: projectAccess, userId: user.id }),
      })),
      route(workflow.beginWorkflowRun, async ({ params, body, projectId, projectAccess, user, signal }) => {
        const { name } = await records.read(params.workflowId);
        const graph = body.nodes
          ? { nodes: body.nodes, edges: body.edges ?? [], parameters: body.parameters }
          : await records.readGraph(params.workflowId);
        const asking = { access: projectAccess, userId: user.id };
        const wanted = { id: body.operation_id, workflowId: params.workflowId, graph };
        if (workflowKind(graph) === 'general') {
          const values = requireGeneral(graph, needs, { given: body.values ?? {}, againFrom: body.again_from });
          const { run } = await runs.begin({ ...wanted, values, steps: waitingSteps(graph) }, asking, async () => {
            const about = { id: body.operation_id as OperationId, projectId, userId: user.id, title: name };
            await platform.operations.start(
              kind,
              { ...about, subject: name, subtitle: acceptedTracker.subtitle },
              {
                projectId,
                user: { id: user.id, username: user.username },
                workflow: { id: params.workflowId, name },
                nodes: graph.nodes,
                edges: graph.edges,
                values,
                againFrom: body.again_from ?? null,
              },
            );
            return [];
          });
          return { status: 200, output_paths: [], data: run };
        }
        const request = requireRunnable(graph);
        const { run, paths } = await runs.begin(wanted, asking, () =>
          needs.beginConversion({
            projectId,
            userId: user.id,
            operationId: body.operation_id,
            workflowName: name,
            inputs: request.inputPaths,
            excluded: request.excludedPaths,
            format: request.outputFormat,
            folder: request.outputFolder ?? undefined,
            signal,
          }),
        );
        return { status: 200, output_paths: paths, data: run };
      }),
      route(workflow.readWorkflowRun, async ({ params, projectAccess, user }) => ({
        data: await runs.read(params.workflowId, params.runId, { access: projectAccess, userId: user.id }),
      })),
      route(workflow.peekWorkflowStep, async ({ params, query, projectId, projectAccess, user, signal }) => {
        const { steps } = await runs.read(params.workflowId, params.runId, { access: projectAccess, userId: user.id });
        const reference = steps.find(({ nodeId }) => nodeId === params.nodeId)?.result;
        if (!reference) throw new GromaError('NOT_FOUND', { noun: 'step' });
        return { data: await needs.steps.peek({ projectId, userId: user.id, reference, limit: query.limit }, signal) };
      }),
      route(workflow.deleteWorkflowRun, async ({ params }) => {
        await runs.delete(params.workflowId, params.runId);
        return { status: 'ok' };
      }),
    ],
    rooms: [room],
    close: () => {
      close();
      return Promise.resolve();
    },
    createWorkflow: (projectId, creatorId, name, graph) => records.create(projectId, creatorId, name, graph),
    async removeWorkflows(projectId) {
      for (const { id } of await records.list(projectId)) await records.delete(id);
    },
  };
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
  { findTool }: WorkflowNeeds,
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

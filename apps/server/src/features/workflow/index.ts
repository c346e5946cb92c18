import {
  checkWorkflow,
  conversionRequest,
  GromaError,
  WorkflowRunProblem,
  type ProjectId,
  type UserId,
  type WorkflowGraph,
} from '@groma/model';
import { workflow, type WorkflowInfo } from '@groma/protocol';
import { route } from '../../platform/http/route.ts';
import { createDocumentRoom } from '../../platform/live/document-room.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { WorkflowRecords } from './workflow-records.ts';
import { WorkflowRuns } from './workflow-runs.ts';

/** What a run of a workflow needs of the format converter; handed in by main. */
export interface WorkflowNeeds {
  /** Begins a conversion as an operation and answers the paths of its results. */
  beginConversion(wanted: {
    projectId: ProjectId;
    userId: UserId;
    operationId: string;
    workflowName: string;
    inputs: readonly string[];
    excluded: readonly string[];
    format: string;
    folder: string | undefined;
    signal: AbortSignal;
  }): Promise<string[]>;
}

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
  return {
    routes: [
      route(workflow.listWorkflows, async ({ projectId }) => ({ data: await records.list(projectId) })),
      route(workflow.createWorkflow, async ({ projectId, user, body: { name, nodes, edges = [] } }) => ({
        data: await records.create(projectId, user.id, name, nodes && { nodes, edges }),
      })),
      route(workflow.readWorkflow, async ({ params: { workflowId } }) => {
        const [info, { nodes, edges }] = [await records.read(workflowId), await records.readGraph(workflowId)];
        return { data: { ...info, nodes: [...nodes], edges: [...edges] } };
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
          ? { nodes: body.nodes, edges: body.edges ?? [] }
          : await records.readGraph(params.workflowId);
        const request = requireRunnable(graph);
        const { run, paths } = await runs.begin(
          { id: body.operation_id, workflowId: params.workflowId, graph },
          { access: projectAccess, userId: user.id },
          () =>
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

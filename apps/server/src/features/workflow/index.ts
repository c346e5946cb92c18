import {
  GromaError,
  newId,
  upgradeWorkflow,
  type ProjectId,
  type UserId,
  type WorkflowGraph,
  type WorkflowStep,
} from '@groma/model';
import { workflow, type WorkflowInfo } from '@groma/protocol';
import type * as Y from 'yjs';
import { route } from '../../platform/http/route.ts';
import { createDocumentRoom, deletedIn } from '../../platform/live/document-room.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { beginRun } from './begin-run.ts';
import { runAsTool, type WantedToolRun } from './run-as-tool.ts';
import { StartKeeper } from './start/start-keeper.ts';
import { WorkflowStarts } from './start/start-records.ts';
import { startRoutes } from './start/start-routes.ts';
import { ToolEdits } from './tool-edits.ts';
import type { WorkflowNeeds } from './workflow-needs.ts';
import { defineWorkflowRun } from './workflow-operation.ts';
import { WorkflowRecords } from './workflow-records.ts';
import { WorkflowRuns } from './workflow-runs.ts';

/** What the workflow feature offers to others, through main. */
export interface WorkflowFeature extends Feature {
  /** Makes a workflow, as for a sample project. */
  createWorkflow(projectId: ProjectId, creatorId: string, name: string, graph: WorkflowGraph): Promise<WorkflowInfo>;
  /** Begins a run of a workflow as it is, with the rights of a person. @throws GromaError as `beginRun` */
  beginRun(
    projectId: ProjectId,
    user: { id: UserId; username: string },
    workflow: { id: string; name: string },
  ): Promise<void>;
  /**
   * Edits the live graph of a workflow, in the process with the rooms; resolves when that is on disk. What `edit`
   * throws it throws before it has changed anything.
   * @throws GromaError NOT_FOUND, DISK_FULL
   */
  editDocument<T>(workflowId: string, edit: (doc: Y.Doc) => T): Promise<T>;
  /** Deletes the workflows of a project that is about to go, with their documents. */
  removeWorkflows(projectId: ProjectId): Promise<void>;
  /** Runs a workflow as a tool and gives what it saves. */
  runAsTool(wanted: WantedToolRun): ReturnType<typeof runAsTool>;
}

/** Workflows: their list, the rooms in which people edit them, and the history of their runs. */
export function createWorkflowFeature(platform: Platform, needs: WorkflowNeeds): WorkflowFeature {
  const records = new WorkflowRecords(platform);
  const runs = new WorkflowRuns(platform);
  const edits = new ToolEdits(platform);
  const { room, close } = createDocumentRoom(platform, {
    party: 'workflow',
    noun: 'workflow',
    goneTopic: 'workflows-changed',
    goneIn: deletedIn,
    goneCode: 'WORKFLOW_NOT_FOUND',
    touch: (id) => records.touch(id),
    onEdited: (id) => edits.note(id),
    upgrade: upgradeWorkflow,
  });
  const readGraph = (id: string): Promise<WorkflowGraph> => records.readGraph(id);
  const kind = defineWorkflowRun({ platform, needs, runs, readGraph });
  const beginner = { platform, needs, runs, kind };
  const starts = new WorkflowStarts(platform, needs);
  const keeper = new StartKeeper({ beginner, records });
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
        const { id, name } = await records.read(params.workflowId);
        const graph = body.nodes
          ? { nodes: body.nodes, edges: body.edges ?? [], parameters: body.parameters }
          : await records.readGraph(params.workflowId);
        const { run, paths } = await beginRun(beginner, {
          id: body.operation_id,
          workflow: { id, name },
          projectId,
          access: projectAccess,
          user,
          graph,
          values: body.values,
          againFrom: body.again_from,
          signal,
        });
        return { status: 200, output_paths: paths, data: run };
      }),
      route(workflow.readWorkflowRun, async ({ params, projectAccess, user }) => ({
        data: await runs.read(params.workflowId, params.runId, { access: projectAccess, userId: user.id }),
      })),
      route(workflow.peekWorkflowStep, async ({ params, query, projectId, projectAccess, user, signal }) => {
        const { steps } = await runs.read(params.workflowId, params.runId, { access: projectAccess, userId: user.id });
        const reference = resultOf(steps, params.nodeId);
        if (!reference) throw new GromaError('NOT_FOUND', { noun: 'step' });
        return { data: await needs.steps.peek({ projectId, userId: user.id, reference, limit: query.limit }, signal) };
      }),
      route(workflow.deleteWorkflowRun, async ({ params }) => {
        await runs.delete(params.workflowId, params.runId);
        return { status: 'ok' };
      }),
      ...startRoutes(platform, starts, keeper),
    ],
    rooms: [room],
    start: () => {
      keeper.start();
      return Promise.resolve();
    },
    async close() {
      close();
      edits.close();
      await keeper.close();
    },
    createWorkflow: (projectId, creatorId, name, graph) => records.create(projectId, creatorId, name, graph),
    async beginRun(projectId, user, { id, name }) {
      const access = await platform.access.require(user.id, projectId, 'update', 'workflow');
      const graph = await records.readGraph(id);
      const asked = { id: newId<'operation'>(), workflow: { id, name }, projectId, access, user, graph };
      await beginRun(beginner, { ...asked, signal: new AbortController().signal });
    },
    async editDocument(id, edit) {
      const { document, release } = await platform.documents.open(id);
      try {
        if (platform.documents.isShortOfSpace) throw new GromaError('DISK_FULL', { name: 'The workflow' });
        const made: ReturnType<typeof edit>[] = [];
        document.transact((doc) => {
          made.push(edit(doc));
        });
        await document.whenSaved();
        await records.touch(id);
        edits.note(id);
        return made[0]!;
      } finally {
        release();
      }
    },
    runAsTool: (wanted) => runAsTool({ platform, needs, readGraph }, wanted),
    async removeWorkflows(projectId) {
      for (const { id } of await records.list(projectId)) await records.delete(id);
    },
  };
}

/** What a step gives, or one of a workflow that it runs as a tool: `{node}/{node within}`. */
function resultOf(steps: readonly WorkflowStep[], nodeId: string): string | null | undefined {
  const [outer = nodeId, ...within] = nodeId.split('/');
  const step = steps.find((each) => each.nodeId === outer);
  if (within.length === 0) return step?.result;
  return step?.inner?.find((each) => each.nodeId === within.join('/'))?.result;
}

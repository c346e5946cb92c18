import {
  inProject,
  mostWorkflowEdges,
  mostWorkflowNodes,
  mostWorkflowRuns,
  ofResource,
  operationRemark,
  shownWorkflowRuns,
  titleSchema,
  workflowEdge,
  workflowNode,
  workflowParameter,
  workflowRunStatuses,
  workflowStartKinds,
  workflowStep,
} from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const graph = {
  nodes: z.array(workflowNode).max(mostWorkflowNodes),
  edges: z.array(workflowEdge).max(mostWorkflowEdges),
};
const mostParameters = 200;
/** Bytes of a call that carries a graph: the largest one, with a few thousand letters in each node. */
const graphBytes = 4 * 1024 * 1024;
export const workflowValue = z.union([z.string().max(10_000), z.number(), z.boolean()]);

const byProject = z.object({ projectId: z.string() });
const byBoth = byProject.extend({ workflowId: z.string() });
const byRun = byBoth.extend({ runId: z.string() });
const place = { in: 'params', name: 'workflowId' } as const;

/** A workflow without its graph. Times are ISO 8601. */
const workflowInfo = z.object({
  id: z.string(),
  name: z.string(),
  project_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type WorkflowInfo = z.output<typeof workflowInfo>;

/** One run in the history of a workflow, with the graph as it was run (WFL-032). Its id is that of its operation. */
const workflowRun = z.object({
  id: z.string(),
  requestedByUserId: z.string(),
  requestedByUsername: z.string(),
  requestedByEmail: z.string(),
  status: z.enum(workflowRunStatuses),
  message: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  ...graph,
  /** Of a general graph: what it asks for, and what it was given. */
  parameters: z.array(workflowParameter).optional(),
  values: z.record(z.string(), workflowValue).optional(),
  /** The start that began it; not there where a person did. */
  start: z.object({ id: z.string(), kind: z.enum(workflowStartKinds) }).optional(),
  /** Of a basic one: what the files that it made do not have of their sources, while its operation is listed. */
  remarks: z.array(operationRemark).optional(),
});
export type WorkflowRun = z.output<typeof workflowRun>;

export const listWorkflows = defineEndpoint({
  id: 'listWorkflows',
  method: 'GET',
  path: '/api/workflows/projects/:projectId',
  summary: 'Workflows of a project, by name.',
  policy: inProject('read', 'workflow'),
  params: byProject,
  reply: z.object({ data: z.array(workflowInfo) }),
});

export const createWorkflow = defineEndpoint({
  id: 'createWorkflow',
  method: 'POST',
  path: '/api/workflows/projects/:projectId',
  summary:
    'Make a workflow of `nodes`, `edges` and `parameters`; without them it has an input, a conversion and an output, connected in that order.',
  policy: inProject('create', 'workflow'),
  params: byProject,
  body: z.object({
    name: titleSchema,
    nodes: graph.nodes.optional(),
    edges: graph.edges.optional(),
    parameters: z.array(workflowParameter).max(mostParameters).optional(),
  }),
  bodyBytes: graphBytes,
  reply: z.object({ data: workflowInfo }),
});

export const readWorkflow = defineEndpoint({
  id: 'readWorkflow',
  method: 'GET',
  path: '/api/workflows/:workflowId/projects/:projectId',
  summary: 'One workflow with its nodes and connections.',
  policy: ofResource('workflow', 'read', place),
  params: byBoth,
  reply: z.object({
    data: workflowInfo.extend({
      nodes: z.array(workflowNode),
      edges: z.array(workflowEdge),
      parameters: z.array(workflowParameter),
    }),
  }),
});

export const renameWorkflow = defineEndpoint({
  id: 'renameWorkflow',
  method: 'PATCH',
  path: '/api/workflows/:workflowId/projects/:projectId',
  summary: 'Rename a workflow.',
  policy: ofResource('workflow', 'update', place),
  params: byBoth,
  body: z.object({ name: titleSchema }),
  reply: z.object({ data: workflowInfo }),
});

export const deleteWorkflow = defineEndpoint({
  id: 'deleteWorkflow',
  method: 'DELETE',
  path: '/api/workflows/:workflowId/projects/:projectId',
  summary: 'Delete a workflow with its history. Files that its runs have made stay.',
  policy: ofResource('workflow', 'delete', place),
  params: byBoth,
  reply: z.object({ status: z.string() }),
});

export const duplicateWorkflow = defineEndpoint({
  id: 'duplicateWorkflow',
  method: 'POST',
  path: '/api/workflows/:workflowId/projects/:projectId/duplicate',
  summary: 'Make a copy of a workflow in the same project, without its history.',
  policy: ofResource('workflow', 'duplicate', place),
  params: byBoth,
  body: z.object({ name: titleSchema.optional() }).optional(),
  reply: z.object({ data: workflowInfo }),
});

export const listWorkflowRuns = defineEndpoint({
  id: 'listWorkflowRuns',
  method: 'GET',
  path: '/api/workflows/:workflowId/projects/:projectId/runs',
  summary: `Runs of a workflow, newest first: the last ${shownWorkflowRuns}, or as many as \`limit\` says. ${mostWorkflowRuns} are kept.`,
  policy: ofResource('workflow', 'read', place),
  params: byBoth,
  query: z.object({ limit: z.coerce.number().int().min(1).max(mostWorkflowRuns).default(shownWorkflowRuns) }),
  reply: z.object({ data: z.array(workflowRun) }),
});

/**
 * `nodes` and `edges` are the graph as its person sees it; without them it is read from the document. The reply is that
 * of the format converter, with the run as the history has it.
 */
export const beginWorkflowRun = defineEndpoint({
  id: 'beginWorkflowRun',
  method: 'POST',
  path: '/api/workflows/:workflowId/projects/:projectId/runs',
  summary:
    'Run a workflow: its conversion, or its steps, begin as the operation of `operation_id`, a fresh UUID of the caller, which is polled as any other. `status` 200 means accepted.',
  policy: ofResource('workflow', 'update', place),
  params: byBoth,
  body: z.object({
    operation_id: z.uuid().lowercase(),
    nodes: graph.nodes.optional(),
    edges: graph.edges.optional(),
    parameters: z.array(workflowParameter).max(mostParameters).optional(),
    /** Of the parameters of a general graph, by name; those that are left out have their defaults. */
    values: z.record(z.string(), workflowValue).optional(),
    /** A node: it and what follows are made anew, what comes before is reused. */
    again_from: z.string().max(100).optional(),
  }),
  bodyBytes: graphBytes,
  reply: z.object({ status: z.number(), output_paths: z.array(z.string()), data: workflowRun }),
});

export const deleteWorkflowRun = defineEndpoint({
  id: 'deleteWorkflowRun',
  method: 'DELETE',
  path: '/api/workflows/:workflowId/projects/:projectId/runs/:runId',
  summary: 'Take a run out of the history. Its operation, if it still runs, goes on; files that it has made stay.',
  policy: ofResource('workflow', 'update', place),
  params: byRun,
  reply: z.object({ status: z.string() }),
});

export const readWorkflowRun = defineEndpoint({
  id: 'readWorkflowRun',
  method: 'GET',
  path: '/api/workflows/:workflowId/projects/:projectId/runs/:runId',
  summary: 'One run of a workflow with its graph and, of a general graph, how each step stands.',
  policy: ofResource('workflow', 'read', place),
  params: byRun,
  reply: z.object({ data: workflowRun.extend({ steps: z.array(workflowStep) }) }),
});

/** `rows` are in the order of `columns`; a geometry is GeoJSON, in a last column of the type `geometry`. */
export const peekWorkflowStep = defineEndpoint({
  id: 'peekWorkflowStep',
  method: 'GET',
  path: '/api/workflows/:workflowId/projects/:projectId/runs/:runId/steps/:nodeId/rows',
  summary: 'The first rows of what a step of a run gives.',
  policy: ofResource('workflow', 'read', place),
  params: byRun.extend({ nodeId: z.string() }),
  query: z.object({ limit: z.coerce.number().int().min(1).max(1_000).default(100) }),
  reply: z.object({
    data: z.object({
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: z.array(z.array(z.unknown())),
      /** Of all rows. */
      count: z.number(),
      geometryTypes: z.array(z.string()),
      /** West, south, east, north in degrees; null without geometry. */
      bbox: z.array(z.number()).nullable(),
    }),
  }),
});

import { inProject, limit, ofResource, titleSchema } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { isStorableText } from '../map/feature.ts';

const name = z
  .string()
  .regex(/^[A-Za-z_]\w{0,99}$/, 'must be letters, digits and underscores, and begin with no digit')
  .refine((text) => !text.startsWith('__'), 'must not begin with two underscores');
const label = z.string().trim().min(1).max(200).refine(isStorableText);
const text = z.string().max(10_000).refine(isStorableText);

/**
 * A parameter of a query, `$name` in its text. A date is dd-MM-yyyy, as in input blocks; the database is given a date.
 */
const queryField = z.discriminatedUnion('type', [
  z.object({ name, label, type: z.literal('number'), default: z.number() }),
  z.object({ name, label, type: z.literal('string'), default: text }),
  z.object({ name, label, type: z.literal('boolean'), default: z.boolean() }),
  z.object({
    name,
    label,
    type: z.literal('date'),
    default: z.string().regex(/^(\d{1,2}-\d{1,2}-\d{4})?$/, 'must be a day as dd-MM-yyyy'),
  }),
]);
export type QueryField = z.output<typeof queryField>;

const texts = {
  title: titleSchema.refine(isStorableText),
  description: z.string().trim().max(2_000).refine(isStorableText).default(''),
  /** Under which heading it stands in the list; an empty text for that of the workspace. */
  heading: z.string().trim().max(100).refine(isStorableText).default(''),
};

/** A field as `ToolField` of the model. */
const anyField = z.looseObject({ name: z.string(), type: z.string(), label: z.string().optional() });

const offeredTool = z.object({
  /** `notebook:{id}`, `query:{id}` or `workflow:{id}`. */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  heading: z.string(),
  notebook_id: z.string().nullable(),
  database_id: z.string().nullable(),
  workflow_id: z.string().nullable(),
  /** The text of a query. */
  query: z.string().nullable(),
  fields: z.array(anyField),
  /** Of a workflow: the names of its results, and the ids of the tools of people that it uses itself. */
  outputs: z.array(z.string()).optional(),
  uses: z.array(z.string()).optional(),
  /** The parameters as JSON Schema, as calls take them. */
  parameters: z.record(z.string(), z.unknown()),
  /** Changes with what the tool does. */
  version: z.string(),
});
export type OfferedTool = z.output<typeof offeredTool>;

const byProject = z.object({ projectId: z.string() });
const one = z.object({ data: offeredTool });
const ofNotebook = ofResource('notebook', 'update', { in: 'params', name: 'notebookId' });
const ofWorkflow = ofResource('workflow', 'update', { in: 'params', name: 'workflowId' });
const ofDatabase = ofResource('database', 'update', { in: 'params', name: 'databaseId' });

export const listProjectTools = defineEndpoint({
  id: 'listProjectTools',
  method: 'GET',
  path: '/api/tools/projects/:projectId',
  summary: 'The notebooks, queries and workflows that people offer as tools of a project, by heading and title.',
  policy: inProject('read', 'notebook'),
  params: byProject,
  reply: z.object({ data: z.array(offeredTool) }),
});

export const offerNotebook = defineEndpoint({
  id: 'offerNotebookAsTool',
  method: 'PUT',
  path: '/api/notebooks/:notebookId/tool',
  summary: 'Offer a notebook as a tool of its project, or change its texts. Its input blocks are the parameters.',
  policy: ofNotebook,
  params: z.object({ notebookId: z.string() }),
  body: z.object(texts),
  reply: one,
});

export const withdrawNotebook = defineEndpoint({
  id: 'withdrawNotebookAsTool',
  method: 'DELETE',
  path: '/api/notebooks/:notebookId/tool',
  summary: 'Offer a notebook as a tool no longer. What it has made stays.',
  policy: ofNotebook,
  params: z.object({ notebookId: z.string() }),
  reply: z.object({ status: z.literal('ok') }),
});

const byWorkflow = z.object({ workflowId: z.string(), projectId: z.string() });

export const offerWorkflow = defineEndpoint({
  id: 'offerWorkflowAsTool',
  method: 'PUT',
  path: '/api/workflows/:workflowId/projects/:projectId/tool',
  summary:
    'Offer a general workflow as a tool of its project, or change its texts. Its parameters and inputs are the form.',
  policy: ofWorkflow,
  params: byWorkflow,
  body: z.object(texts),
  reply: one,
});

export const withdrawWorkflow = defineEndpoint({
  id: 'withdrawWorkflowAsTool',
  method: 'DELETE',
  path: '/api/workflows/:workflowId/projects/:projectId/tool',
  summary: 'Offer a workflow as a tool no longer. What it has made stays.',
  policy: ofWorkflow,
  params: byWorkflow,
  reply: z.object({ status: z.literal('ok') }),
});

const queryBody = z.object({
  ...texts,
  query: z.string().trim().min(1).max(limit.queryCharacters).refine(isStorableText),
  fields: z.array(queryField).max(100).default([]),
});

export const offerQuery = defineEndpoint({
  id: 'offerQueryAsTool',
  method: 'POST',
  path: '/api/databases/:databaseId/tools',
  summary: 'Save a query that reads, with its parameters, as a tool of the project.',
  policy: ofDatabase,
  params: z.object({ databaseId: z.string() }),
  bodyBytes: 4 * limit.queryCharacters + 1_048_576,
  body: queryBody,
  reply: one,
});

const byQuery = z.object({ databaseId: z.string(), queryId: z.string() });

export const changeQueryTool = defineEndpoint({
  id: 'changeQueryTool',
  method: 'PUT',
  path: '/api/databases/:databaseId/tools/:queryId',
  summary: 'Change a query that is a tool.',
  policy: ofDatabase,
  params: byQuery,
  bodyBytes: 4 * limit.queryCharacters + 1_048_576,
  body: queryBody,
  reply: one,
});

export const withdrawQuery = defineEndpoint({
  id: 'withdrawQueryTool',
  method: 'DELETE',
  path: '/api/databases/:databaseId/tools/:queryId',
  summary: 'Delete a query that is a tool. What it has made stays.',
  policy: ofDatabase,
  params: byQuery,
  reply: z.object({ status: z.literal('ok') }),
});

/**
 * The content of the body: an Arrow stream of rows, or the bytes of a file. Only code of a notebook that runs as a tool
 * publishes.
 */
export const publishResult = defineEndpoint({
  id: 'publishToolResult',
  method: 'POST',
  path: '/api/tool-results/projects/:projectId',
  summary: 'Give a result of a notebook that runs as a tool; asked by its code.',
  policy: inProject('run', 'notebook'),
  params: byProject,
  query: z.object({
    /** An empty text for that of the tool. */
    name: z.string().trim().max(1_000).refine(isStorableText),
    kind: z.enum(['layer', 'table', 'file']),
    geometry_column: z.string().max(1_000).optional(),
    /** Of a file: how its name ends, with the dot. */
    ending: z
      .string()
      .regex(/^(\.[A-Za-z0-9]{1,12}){1,2}$/)
      .optional(),
    /** A file that is there already, among those of the project; then the body is empty. */
    project_path: z.string().max(4_000).optional(),
  }),
  bodyKind: 'raw',
  reply: z.object({ status: z.literal('ok') }),
});

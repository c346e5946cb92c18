import {
  alsoPublished,
  evenWithoutPlan,
  inProject,
  limit,
  ofResource,
  titleSchema,
  type WholeOutput,
} from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { mainMessage, mainReply, projectMessage } from './room-posts.ts';

const byProject = z.object({ projectId: z.string() });
const byNotebook = z.object({ notebookId: z.string() });
const byBoth = byNotebook.extend({ projectId: z.string() });
const place = { in: 'params', name: 'notebookId' } as const;

/** A notebook without its document. Times are ISO 8601. */
export const notebookInfo = z.object({
  id: z.string(),
  name: z.string(),
  project_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type NotebookInfo = z.output<typeof notebookInfo>;

/** A notebook with its document: a Yjs update in base64 (NBK-001). */
export const notebookReply = notebookInfo.extend({ document: z.string() });

export const listNotebooks = defineEndpoint({
  id: 'listNotebooks',
  method: 'GET',
  path: '/api/notebooks/projects/:projectId',
  summary: 'Notebooks of a project, by name.',
  policy: inProject('read', 'notebook'),
  params: byProject,
  reply: z.object({ data: z.array(notebookInfo) }),
});

export const createNotebook = defineEndpoint({
  id: 'createNotebook',
  method: 'POST',
  path: '/api/notebooks/projects/:projectId',
  summary:
    'Make a notebook. `initialTemplate` is a Jupyter notebook (nbformat 1 to 4) or a list of blocks, as JSON or as its text; without it the notebook has one empty code block.',
  policy: inProject('create', 'notebook'),
  params: byProject,
  bodyBytes: limit.jsonBodyBytes,
  body: z.object({ name: titleSchema, initialTemplate: z.unknown().optional() }),
  reply: z.object({ data: notebookInfo }),
});

export const readNotebook = defineEndpoint({
  id: 'readNotebook',
  method: 'GET',
  path: '/api/notebooks/:notebookId/projects/:projectId',
  summary: 'One notebook with its document.',
  policy: alsoPublished(ofResource('notebook', 'read', place)),
  params: byBoth,
  reply: z.object({ data: notebookReply }),
});

/**
 * `updated_at` is what the caller has last seen; it is accepted as the specification sends it, and the server's clock
 * counts.
 */
const renameBody = z.object({ name: titleSchema, updated_at: z.string().optional() });

export const renameNotebook = defineEndpoint({
  id: 'renameNotebook',
  method: 'PATCH',
  path: '/api/notebooks/:notebookId/projects/:projectId',
  summary: 'Rename a notebook.',
  policy: ofResource('notebook', 'update', place),
  params: byBoth,
  body: renameBody,
  reply: z.object({ data: notebookInfo }),
});

export const replaceNotebookName = defineEndpoint({
  id: 'replaceNotebookName',
  method: 'PUT',
  path: '/api/notebooks/:notebookId/projects/:projectId',
  summary: 'Rename a notebook, as PATCH does.',
  policy: ofResource('notebook', 'update', place),
  params: byBoth,
  body: renameBody,
  reply: z.object({ data: notebookInfo }),
});

export const deleteNotebook = defineEndpoint({
  id: 'deleteNotebook',
  method: 'DELETE',
  path: '/api/notebooks/:notebookId/projects/:projectId',
  summary: 'Delete a notebook and end its kernel.',
  policy: ofResource('notebook', 'delete', place),
  params: byBoth,
  reply: z.object({ status: z.string() }),
});

export const duplicateNotebook = defineEndpoint({
  id: 'duplicateNotebook',
  method: 'POST',
  path: '/api/notebooks/:notebookId/projects/:projectId/duplicate',
  summary: 'Make a copy of a notebook in the same project, with its outputs.',
  policy: ofResource('notebook', 'duplicate', place),
  params: byBoth,
  body: z.object({ name: titleSchema.optional() }).optional(),
  reply: z.object({ data: notebookInfo }),
});

export const downloadNotebook = defineEndpoint({
  id: 'downloadNotebook',
  method: 'GET',
  path: '/api/notebooks/:notebookId/projects/:projectId/ipynb',
  summary: 'A notebook as a Jupyter file: nbformat 4.4, or the version 4 of the file that it came from.',
  policy: alsoPublished(ofResource('notebook', 'read', place)),
  params: byBoth,
  replyType: 'application/x-ipynb+json',
});

const byOutput = byBoth.extend({ outputId: z.string() });

export const readOutput = defineEndpoint({
  id: 'readOutput',
  method: 'GET',
  path: '/api/notebooks/:notebookId/projects/:projectId/outputs/:outputId',
  summary:
    'An output that is kept beside the notebook because it is long: a picture, HTML, a value. Of printed text see its lines.',
  policy: alsoPublished(ofResource('notebook', 'read', place)),
  params: byOutput,
  reply: z.object({ data: z.custom<WholeOutput>((value) => typeof value === 'object' && value !== null) }),
});

export const readOutputLines = defineEndpoint({
  id: 'readOutputLines',
  method: 'GET',
  path: '/api/notebooks/:notebookId/projects/:projectId/outputs/:outputId/lines',
  summary:
    'Lines of a printed text that is kept beside the notebook, from the `from`th (0 is the first); fewer than `count` when they are long.',
  policy: alsoPublished(ofResource('notebook', 'read', place)),
  params: byOutput,
  query: z.object({ from: z.coerce.number().int().min(0), count: z.coerce.number().int().min(1).max(5_000) }),
  reply: z.object({ data: z.array(z.string()) }),
});

export const downloadOutput = defineEndpoint({
  id: 'downloadOutput',
  method: 'GET',
  path: '/api/notebooks/:notebookId/projects/:projectId/outputs/:outputId/text',
  summary:
    'A printed text that is kept beside the notebook, whole; with `block`, all that its block has printed, in its order.',
  policy: alsoPublished(ofResource('notebook', 'read', place)),
  params: byOutput,
  query: z.object({ block: z.stringbool().default(false) }),
  replyType: 'text/plain; charset=utf-8',
});

export const postToNotebook = defineEndpoint({
  id: 'postToNotebook',
  method: 'POST',
  path: '/parties/main/:notebookId',
  summary: 'Run, stop and clear code blocks of a notebook.',
  policy: evenWithoutPlan(ofResource('notebook', 'run', place)),
  params: byNotebook,
  bodyBytes: limit.jsonBodyBytes,
  body: mainMessage,
  reply: mainReply,
});

export const postToProject = defineEndpoint({
  id: 'postToProject',
  method: 'POST',
  path: '/parties/project/:projectId',
  summary: 'Create a kernel, or tell everybody in the project of changed lists. The reply is a text.',
  policy: inProject('read', 'project'),
  params: byProject,
  body: projectMessage,
  reply: z.string(),
  replyType: 'text/plain',
});

export { completeCode, inspectCode } from './kernel-endpoints.ts';
export { askFrame } from './frame-endpoint.ts';
export { readWidget, useWidget } from './widget-endpoint.ts';
export { lintNotebook } from './lint-endpoint.ts';
export { runCells } from './run-endpoint.ts';
export {
  downloadNotebooks,
  downloadPage,
  downloadScript,
  makeShareToken,
  readOutsidePicture,
  readSharedNotebook,
} from './download-endpoints.ts';
export { listReadThreads, listThreads, markThreadsRead, postToThreads } from './comment-endpoints.ts';

import { alsoPublished, anyone, inProject, ofResource } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const byBoth = z.object({ notebookId: z.string(), projectId: z.string() });
const place = { in: 'params', name: 'notebookId' } as const;

export const downloadNotebooks = defineEndpoint({
  id: 'downloadNotebooks',
  method: 'GET',
  path: '/api/notebooks/projects/:projectId/ipynb',
  summary:
    'Notebooks of a project as Jupyter files in one zip: those whose ids are given, separated by commas, or all. One that cannot be read is left out; the file NOT INCLUDED.txt names it.',
  policy: inProject('read', 'notebook'),
  params: z.object({ projectId: z.string() }),
  query: z.object({ ids: z.string().optional() }),
  replyType: 'application/zip',
});

export const downloadScript = defineEndpoint({
  id: 'downloadScript',
  method: 'GET',
  path: '/api/notebooks/:notebookId/projects/:projectId/py',
  summary: 'A notebook as a Python script in the percent format.',
  policy: alsoPublished(ofResource('notebook', 'read', place)),
  params: byBoth,
  replyType: 'text/x-python; charset=utf-8',
});

export const downloadPage = defineEndpoint({
  id: 'downloadPage',
  method: 'GET',
  path: '/api/notebooks/:notebookId/projects/:projectId/html',
  summary: 'A notebook as one HTML page that needs nothing else.',
  policy: alsoPublished(ofResource('notebook', 'read', place)),
  params: byBoth,
  replyType: 'text/html; charset=utf-8',
});

export const readOutsidePicture = defineEndpoint({
  id: 'readOutsidePicture',
  method: 'GET',
  path: '/api/notebooks/:notebookId/projects/:projectId/outside-picture',
  summary:
    'A picture of another server that the notebook shows: PNG, JPEG, GIF, WebP or AVIF of at most 8 MB, fetched by this server. One that it does not show is refused.',
  policy: alsoPublished(ofResource('notebook', 'read', place)),
  params: byBoth,
  query: z.object({ url: z.string().max(4_000) }),
  replyType: 'image/*',
});

export const makeShareToken = defineEndpoint({
  id: 'makeShareToken',
  method: 'POST',
  path: '/api/notebooks/:notebookId/projects/:projectId/share-token',
  summary:
    'A token with which anyone can read the notebook as it is then, until it expires or who made it may no longer publish.',
  policy: ofResource('notebook', 'publish', place),
  params: byBoth,
  body: z.object({ days: z.number().int().min(1).max(90).default(7) }),
  reply: z.object({ data: z.object({ token: z.string(), path: z.string(), expires_at: z.string() }) }),
});

export const readSharedNotebook = defineEndpoint({
  id: 'readSharedNotebook',
  method: 'GET',
  path: '/api/notebooks/shared/:token',
  summary: 'The notebook of a share token as an HTML page.',
  policy: anyone('the token is the right to read'),
  params: z.object({ token: z.string().max(600) }),
  replyType: 'text/html; charset=utf-8',
});

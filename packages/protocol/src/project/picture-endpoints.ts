import { inProject } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const byProject = z.object({ projectId: z.string() });
/** Most bytes of a picture as it is sent, in base64 within JSON. */
const mostBytes = 600_000;

export const keepProjectPicture = defineEndpoint({
  id: 'keepProjectPicture',
  method: 'PUT',
  path: '/api/projects/:projectId/picture',
  summary:
    'Keep a picture of a map of a project for its card, in place of the one before: PNG, JPEG or WebP in base64.',
  policy: inProject('update', 'map'),
  params: byProject,
  body: z.object({ picture: z.base64().min(1).max(mostBytes) }),
  bodyBytes: mostBytes + 1_000,
  reply: z.object({ data: z.object({ picture: z.string() }) }),
});

export const readProjectPicture = defineEndpoint({
  id: 'readProjectPicture',
  method: 'GET',
  path: '/api/projects/:projectId/picture',
  summary: 'The picture of the card of a project. `of` tells one from the next, so that each can be kept.',
  policy: inProject('read', 'project'),
  params: byProject,
  query: z.object({ of: z.string().optional() }),
  replyType: 'image/webp',
});

import { inProject, signedIn } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const listImageModels = defineEndpoint({
  id: 'listImageModels',
  method: 'GET',
  path: '/api/ai/images/models',
  summary: 'Image models that this server can ask; an empty list where none is set.',
  policy: signedIn('any'),
  reply: z.object({
    data: z.object({ models: z.array(z.object({ id: z.string(), name: z.string(), isPro: z.boolean() })) }),
  }),
});

export const generateImage = defineEndpoint({
  id: 'generateImage',
  method: 'POST',
  path: '/api/ai/images',
  summary: 'Have a model draw an image of what a prompt describes. Nothing is stored.',
  policy: inProject('update', 'file', { in: 'query', name: 'projectId' }),
  query: z.object({ projectId: z.string() }),
  body: z.object({ model: z.string().max(200), prompt: z.string().trim().min(1).max(4_000) }),
  reply: z.object({ data: z.object({ base64Data: z.string(), mediaType: z.string() }) }),
});

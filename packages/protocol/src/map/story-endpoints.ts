import { alsoPublished, ofResource, storyStep } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const readStory = defineEndpoint({
  id: 'readStory',
  method: 'GET',
  path: '/maps/story',
  summary:
    'The story of a map: its steps in order, each a title, text (Markdown) and a view; none where nobody wrote one.',
  policy: alsoPublished(ofResource('map', 'read', { in: 'query', name: 'map_id' })),
  query: z.object({ map_id: z.string(), project_id: z.string(), tenant_id: z.string().optional() }),
  reply: z.object({ data: z.object({ steps: z.array(storyStep) }) }),
});

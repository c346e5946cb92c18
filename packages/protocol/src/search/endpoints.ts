import { inProject } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const projectId = z.object({ projectId: z.string() });
/** What was typed; shorter says too little to look into texts for. */
const query = z.object({ query: z.string().trim().min(2).max(200) });

export const searchNotebookText = defineEndpoint({
  id: 'searchNotebookText',
  method: 'GET',
  path: '/api/search/projects/:projectId/notebooks',
  summary: 'Blocks of the notebooks of a project that hold a text, in any case and with any accents.',
  policy: inProject('read', 'notebook'),
  params: projectId,
  query,
  reply: z.object({
    data: z.array(
      z.object({ notebook_id: z.string(), notebook_name: z.string(), block_id: z.string(), excerpt: z.string() }),
    ),
    /** Notebooks too large to look into at once were left out. */
    left_out: z.number().int(),
  }),
});

export const searchLayers = defineEndpoint({
  id: 'searchLayers',
  method: 'GET',
  path: '/api/search/projects/:projectId/layers',
  summary: 'Layers and groups of layers of all maps of a project whose name holds a text.',
  policy: inProject('read', 'map'),
  params: projectId,
  query,
  reply: z.object({
    data: z.array(
      z.object({
        layer_id: z.string(),
        name: z.string(),
        type: z.enum(['Group', 'Layer']),
        map_id: z.string(),
        map_name: z.string(),
      }),
    ),
  }),
});

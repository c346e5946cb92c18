import { inProject } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { sceneBox } from '../dataset/scene.ts';

/** Pixels and seconds of an animation. */
export const animationLimits = { width: { least: 64, most: 1_920 }, seconds: { least: 0.1, most: 10 }, layers: 200 };

export const animateLayers = defineEndpoint({
  id: 'animateLayers',
  method: 'POST',
  path: '/api/projects/:projectId/animations',
  summary:
    'Write raster layers of a map that have a date as an animated GIF or an MP4 below /data, the oldest first, over a box in degrees, with dates and an attribution burnt in. Layers of one day are one picture.',
  policy: inProject('upload', 'file'),
  params: z.object({ projectId: z.string() }),
  body: z.object({
    operation_id: z.uuid().lowercase().optional(),
    map_id: z.string(),
    layer_ids: z.array(z.string()).min(1).max(animationLimits.layers),
    box: sceneBox,
    /** Pixels; the height follows from the box. */
    width: z.int().min(animationLimits.width.least).max(animationLimits.width.most),
    /** How long each picture stands. */
    seconds: z.number().min(animationLimits.seconds.least).max(animationLimits.seconds.most),
    attribution: z.string().max(200).default(''),
    /** Ends in .gif or .mp4. */
    path: z.string().max(1_000),
    replace: z.boolean().default(false),
  }),
  reply: z.object({ data: z.object({ path: z.string(), bytes: z.number(), frames: z.number().int() }) }),
});

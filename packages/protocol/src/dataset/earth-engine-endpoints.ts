import { inProject } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const byProject = z.object({ projectId: z.string() });

export const readEarthEngine = defineEndpoint({
  id: 'readEarthEngine',
  method: 'GET',
  path: '/api/projects/:projectId/earth-engine',
  summary:
    'Whether this server has an account of Earth Engine, so that images of its data sets can be shown and downloaded.',
  policy: inProject('read', 'map'),
  params: byProject,
  reply: z.object({ data: z.object({ is_set: z.boolean() }) }),
});

export const downloadFromEarthEngine = defineEndpoint({
  id: 'downloadFromEarthEngine',
  method: 'POST',
  path: '/api/projects/:projectId/earth-engine/downloads',
  summary:
    'Write the median of bands of a data set that Earth Engine has, over a box in degrees and some days, as a GeoTIFF below /data.',
  policy: inProject('upload', 'file'),
  params: byProject,
  body: z.object({
    operation_id: z.uuid().lowercase().optional(),
    dataset_id: z.string().max(100),
    /** Days, both counted. */
    from: z.iso.date(),
    to: z.iso.date(),
    /** West, south, east, north; a box does not cross the antimeridian. */
    box: z.tuple([
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
    ]),
    /** Metres of a pixel. */
    scale: z.number().min(0.01).max(100_000),
    bands: z.array(z.string().min(1).max(60)).min(1).max(50),
    path: z.string().max(1_000),
    replace: z.boolean().default(false),
  }),
  reply: z.object({ data: z.object({ path: z.string(), bytes: z.number() }) }),
});

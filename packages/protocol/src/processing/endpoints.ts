import { inProject } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const largestBody = 8 * 1024 * 1024;
const path = z.string().max(4_096).default('');
const begun = z.object({
  status: z.number(),
  /** Where the output is when the phase of the operation is Succeeded. */
  output_path: z.string(),
});
const operation = { operation_id: z.uuid().lowercase() };
/** A feature collection, a feature or a geometry in degrees; what is no polygon is left out. */
const polygons = { geojson: z.looseObject({ type: z.string() }) };
const days = {
  start_date: z.iso.date().default('2021-01-04'),
  end_date: z.iso.date().default('2021-02-03'),
};
const bucket = { bucket_name: z.enum(['groma', 'groma-temp']).default('groma') };

function defineProcessing<Body extends z.ZodObject>(id: string, name: string, summary: string, body: Body) {
  return defineEndpoint({
    id,
    method: 'POST',
    path: `/api/functions/${name}/projects/:projectId`,
    summary: `${summary} Answers at once; the operation of \`operation_id\` is polled at /api/functions/operations/:operationId, and its output is in /data/processing/${name}/.`,
    policy: inProject('upload', 'file'),
    params: z.object({ projectId: z.string() }),
    bodyBytes: largestBody,
    body,
    reply: begun,
  });
}

export const acolite = defineProcessing(
  'acolite',
  'acolite',
  'Correct Sentinel-2 scenes of the project within polygons by ACOLITE.',
  z.object({ ...polygons, ...days, ...operation }),
);

export const acoliteJilin = defineProcessing(
  'acoliteJilin',
  'acolite-jilin',
  'Correct a Jilin-1 scene in a folder by ACOLITE.',
  z.object({ ...operation, ...bucket, source_folder_path: path }),
);

export const sixSSentinel2 = defineProcessing(
  'sixSSentinel2',
  '6s-sentinel2',
  'Calculate surface reflectance of Sentinel-2 scenes of the project within polygons by 6S.',
  z.object({ ...polygons, ...days, ...operation }),
);

export const sixSJilin = defineProcessing(
  'sixSJilin',
  '6s-jilin',
  'Calculate surface reflectance of a Jilin-1 scene in a folder by 6S.',
  z.object({ ...operation, ...bucket, source_folder_path: path }),
);

export const pansharpening = defineProcessing(
  'pansharpening',
  'pansharpening',
  'Give an image with several bands the detail of a panchromatic one.',
  z.object({
    ...operation,
    ...bucket,
    multiband_source_path: path,
    pan_source_path: path,
    band_order: z.string().default('BGRN'),
    window_size: z.number().default(32),
    smooth_sigma: z.number().default(1),
    r_weight: z.number().default(0.3),
    g_weight: z.number().default(0.35),
    b_weight: z.number().default(0.35),
  }),
);

export const vm0047 = defineProcessing(
  'vm0047',
  'vm0047',
  'Screen polygons for forest that was lost in the ten years before a project (VM0047).',
  z.object({ ...polygons, project_start_year: z.int().min(2002).max(2100).default(2019), ...operation }),
);

/** What the tools of processing need that this server lacks, by the ids of the toolbox. */
export const listProcessing = defineEndpoint({
  id: 'listProcessing',
  method: 'GET',
  path: '/api/functions/processing/projects/:projectId',
  summary: 'Which tools of processing cannot run on this server, what they need and how to get it.',
  policy: inProject('read', 'map'),
  params: z.object({ projectId: z.string() }),
  reply: z.object({
    data: z.array(z.object({ tool: z.string(), part: z.string(), remedy: z.string() })),
  }),
});

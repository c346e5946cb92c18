import {
  compositeMethods,
  datasetSchema,
  downloadRequestSchema,
  evenWithoutPlan,
  inProject,
  visualizationRequestSchema,
  type RasterStyle,
} from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { scene, sceneArea, sceneBox } from './scene.ts';

const byProject = z.object({ projectId: z.string() });
const bySource = byProject.extend({ sourceId: z.string().max(100) });
const day = z.iso.date();
const address = z.string().trim().min(1).max(2_000);

const sceneSource = z.object({
  id: z.string(),
  name: z.string(),
  /** An address of the web, or a path below /data. */
  address: z.string(),
  /** `known` to every project; `added` to this one; `folder` is one of the project's files. */
  kind: z.enum(['known', 'added', 'folder']),
  /** Whether its files can be read without an account there. */
  is_open: z.boolean(),
});
export type SceneSource = z.output<typeof sceneSource>;

const sceneCollection = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  licence: z.string().nullable(),
  /** ISO 8601; null where it has no beginning or goes on. */
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type SceneCollection = z.output<typeof sceneCollection>;

export const listDatasets = defineEndpoint({
  id: 'listDatasets',
  method: 'GET',
  path: '/api/projects/:projectId/datasets',
  summary: 'The catalogue of data sets: who provides them, their bands, dates, licence, and where they can be had.',
  policy: inProject('read', 'map'),
  params: byProject,
  reply: z.object({ data: z.array(datasetSchema) }),
});

export const listSceneSources = defineEndpoint({
  id: 'listSceneSources',
  method: 'GET',
  path: '/api/projects/:projectId/scene-sources',
  summary: 'Where scenes can be looked for: known STAC services, those of the project, and STAC folders in its files.',
  policy: inProject('read', 'map'),
  params: byProject,
  reply: z.object({ data: z.array(sceneSource) }),
});

export const addSceneSource = defineEndpoint({
  id: 'addSceneSource',
  method: 'POST',
  path: '/api/projects/:projectId/scene-sources',
  summary:
    'Add a STAC service, a static catalogue, a collection or an item to a project: by its address, or by the path of its JSON file below /data. `signing_address` is what signs the addresses of its files, as that of the Planetary Computer does (`…/api/sas/v1/sign`).',
  policy: inProject('update', 'map'),
  params: byProject,
  body: z.object({
    name: z.string().trim().min(1).max(100).optional(),
    address,
    signing_address: address.optional(),
  }),
  reply: z.object({ data: sceneSource }),
});

export const removeSceneSource = defineEndpoint({
  id: 'removeSceneSource',
  method: 'DELETE',
  path: '/api/projects/:projectId/scene-sources/:sourceId',
  summary: 'Take a source of scenes off a project. Layers that were made of its scenes stay.',
  policy: evenWithoutPlan(inProject('update', 'map')),
  params: bySource,
  reply: z.object({ status: z.string() }),
});

export const listSceneCollections = defineEndpoint({
  id: 'listSceneCollections',
  method: 'GET',
  path: '/api/projects/:projectId/scene-sources/:sourceId/collections',
  summary: 'The collections of a source of scenes; `is_cut` where it has more than are listed.',
  policy: inProject('read', 'map'),
  params: bySource,
  reply: z.object({ data: z.array(sceneCollection), is_cut: z.boolean() }),
});

export const searchScenes = defineEndpoint({
  id: 'searchScenes',
  method: 'POST',
  alsoForReaders: true,
  path: '/api/projects/:projectId/scene-sources/:sourceId/search',
  summary:
    'Look for scenes by collections, a box or an area in degrees, days and cloud cover in percent, the newest first where the source can. `page` is the `next` of the answer before.',
  policy: inProject('read', 'map'),
  params: bySource,
  bodyBytes: 1024 * 1024,
  body: z.object({
    collections: z.array(z.string().min(1).max(200)).max(10).default([]),
    box: sceneBox.optional(),
    area: sceneArea.optional(),
    from: day.optional(),
    to: day.optional(),
    most_cloud: z.number().min(0).max(100).optional(),
    limit: z.number().int().min(1).max(100).default(50),
    page: z.string().max(20_000).optional(),
  }),
  reply: z.object({
    data: z.array(scene),
    /** For the next call; null at the end. */
    next: z.string().nullable(),
    /** How many there are in all, where the source says it. */
    total: z.number().int().nullable(),
    /** What came, but is no scene that can be read. */
    skipped: z.number().int(),
    /** A static catalogue was too large to look through. */
    is_cut: z.boolean(),
  }),
});

export const readSceneThumbnail = defineEndpoint({
  id: 'readSceneThumbnail',
  method: 'GET',
  path: '/api/projects/:projectId/scene-thumbnail',
  summary: 'The thumbnail of a scene, fetched by this server: PNG, JPEG, GIF, WebP or AVIF of at most 8 MB.',
  policy: inProject('read', 'map'),
  params: byProject,
  query: z.object({ address: z.string().max(4_000) }),
  replyType: 'image/*',
});

const byDataset = byProject.extend({ datasetId: z.string().max(100) });
/** Where images are looked for, if not where the catalogue says. */
const chosenSource = z.object({
  source_id: z.string().max(100).optional(),
  collection: z.string().max(200).optional(),
});

export const downloadDataset = defineEndpoint({
  id: 'downloadDataset',
  method: 'POST',
  path: '/api/projects/:projectId/datasets/:datasetId/download',
  summary:
    'Order images of a data set as an operation: `processed` is one composite as a cloud-optimised GeoTIFF below /data, `raw` one file for each image in a folder. `clipGeometry` is the area; `source_id` and `collection` name another source of the project; `layer` puts the result on a map.',
  policy: inProject('upload', 'file'),
  params: byDataset,
  bodyBytes: 2 * 1024 * 1024,
  body: downloadRequestSchema.extend({
    ...chosenSource.shape,
    layer: z.object({ map_id: z.string(), name: z.string().trim().min(1).max(255).optional() }).optional(),
  }),
  reply: z.object({
    operation_id: z.string(),
    /** The file of a composite, or the folder of raw images. */
    target: z.string(),
  }),
});

export const visualizeDataset = defineEndpoint({
  id: 'visualizeDataset',
  method: 'POST',
  path: '/api/projects/:projectId/datasets/:datasetId/visualize',
  summary:
    'Make a raster of the clearest images of a data set that is put together while it is drawn, and nowhere stored: its `url` is a source of raster layers. Fields of an order that change how it looks may be given too.',
  policy: inProject('update', 'map'),
  params: byDataset,
  bodyBytes: 2 * 1024 * 1024,
  body: visualizationRequestSchema.extend({
    ...chosenSource.shape,
    maxCloudCover: z.number().min(0).max(100).optional(),
    compositeMethod: z.enum(compositeMethods).optional(),
    scale: downloadRequestSchema.shape.scale.optional(),
    bit: downloadRequestSchema.shape.bit,
    QA_band: downloadRequestSchema.shape.QA_band,
    bitValue: downloadRequestSchema.shape.bitValue,
    useQAMask: z.boolean().optional(),
  }),
  reply: z.object({
    data: z.object({ url: z.string(), style: z.custom<RasterStyle>(), scenes: z.array(z.string()) }),
  }),
});

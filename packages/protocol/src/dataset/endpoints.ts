import { datasetSchema, evenWithoutPlan, inProject } from '@groma/model';
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

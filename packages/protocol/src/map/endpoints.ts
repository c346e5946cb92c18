import { alsoPublished, inProject, limit, ofResource, titleSchema, type ProjectAction } from '@groma/model';
import { z } from 'zod';
import type { Client } from '../client.ts';
import { defineEndpoint } from '../endpoint.ts';
import { fid } from './feature.ts';
import { baseMapType, layerEntry, mapLocking, vectorLayerEntry, viewState } from './layer-entry.ts';
import { vectorStyle } from './vector-style.ts';
import type { MapPost, MapPostReply } from './room-posts.ts';
import { leftOutRows, tableReading, textEncoding } from './import-endpoints.ts';
import { layerEditors } from './room-messages.ts';
import { editKey, loggedEdit, type LoggedFeature } from './vector-update.ts';

const mapInfo = z.object({
  id: z.string(),
  name: z.string(),
  project_id: z.string(),
  tenant_id: z.string(),
  updated_at: z.string(),
});
export type MapInfo = z.output<typeof mapInfo>;

const byMap = z.object({ mapId: z.string(), projectId: z.string() });
const overMap = (action: ProjectAction) => ofResource('map', action, { in: 'params', name: 'mapId' });
const inMap = (action: ProjectAction) => ofResource('map', action, { in: 'query', name: 'map_id' });
const mapQuery = z.object({ map_id: z.string(), project_id: z.string(), tenant_id: z.string().optional() });
const layerParams = z.object({ layerId: z.string() });
const one = z.object({ data: mapInfo });

export const listMaps = defineEndpoint({
  id: 'listMaps',
  method: 'GET',
  path: '/api/maps/projects/:projectId',
  summary: 'Maps of a project, last edited first.',
  policy: inProject('read', 'map'),
  params: z.object({ projectId: z.string() }),
  reply: z.object({ data: z.array(mapInfo) }),
});

export const createMap = defineEndpoint({
  id: 'createMap',
  method: 'POST',
  path: '/api/maps/projects/:projectId',
  summary: 'Make an empty map. The same key sent again by its author answers the map that it made.',
  policy: inProject('create', 'map'),
  params: z.object({ projectId: z.string() }),
  body: z.object({ name: titleSchema, key: editKey.optional() }),
  reply: one,
});

export const readMap = defineEndpoint({
  id: 'readMap',
  method: 'GET',
  path: '/api/maps/:mapId/projects/:projectId',
  summary: 'Name and dates of a map.',
  policy: alsoPublished(overMap('read')),
  params: byMap,
  reply: one,
});

export const renameMap = defineEndpoint({
  id: 'renameMap',
  method: 'PATCH',
  path: '/api/maps/:mapId/projects/:projectId',
  summary: 'Rename a map.',
  policy: overMap('update'),
  params: byMap,
  body: z.object({ name: titleSchema }),
  reply: one,
});

export const deleteMap = defineEndpoint({
  id: 'deleteMap',
  method: 'DELETE',
  path: '/api/maps/:mapId/projects/:projectId',
  summary: 'Delete a map with its layers.',
  policy: overMap('delete'),
  params: byMap,
  reply: z.object({ status: z.string() }),
});

export const duplicateMap = defineEndpoint({
  id: 'duplicateMap',
  method: 'POST',
  path: '/api/maps/:mapId/projects/:projectId/duplicate',
  summary:
    'Copy a map with its layers into the same project. The same key sent again by its author answers the copy that it made.',
  policy: overMap('duplicate'),
  params: byMap,
  body: z.object({ name: titleSchema.optional(), key: editKey.optional() }),
  reply: one,
});

/**
 * A GET that changes something, as the specification has it; the server refuses it from other sites like any change.
 */
export const importLayers = defineEndpoint({
  id: 'importLayers',
  method: 'GET',
  path: '/maps/gcs',
  summary:
    'Bring a file of the project into a map as layers; answers when done. `crs` (EPSG:n) and `encoding` are for files that do not name theirs. A table without places becomes a layer without geometry. Rows that cannot become features are left out and reported. A call that is cut off stops the work.',
  policy: inMap('update'),
  query: mapQuery.extend({
    folder_name: z.enum(['temp', 'data']),
    file_path: z.string().max(4_096),
    crs: z
      .string()
      .regex(/^EPSG:\d{1,6}$/i, 'A reference system is written EPSG:n.')
      .optional(),
    encoding: textEncoding.optional(),
    ...tableReading,
  }),
  reply: z.object({
    Group: z.array(vectorLayerEntry),
    Layer: z.array(vectorLayerEntry),
    warnings: z.array(z.string()),
    left_out: z.array(leftOutRows),
  }),
});

/**
 * Lines, in order: base_map_type, view_state, layers, vector_style, raster_data_and_style, jpg_data, vector_data, then
 * vector_features many times.
 */
export const streamMap = defineEndpoint({
  id: 'streamMap',
  method: 'GET',
  path: '/maps/read-map',
  summary: 'A whole map as newline-delimited JSON, features as GeoJSON.',
  policy: alsoPublished(inMap('read')),
  query: mapQuery,
  replyType: 'application/x-ndjson',
});

/** What a screen opens a map with: everything but the features. */
export const readMapState = defineEndpoint({
  id: 'readMapState',
  method: 'GET',
  path: '/maps/state',
  summary: 'Base map, initial view, layer tree, styles and locks of a map.',
  policy: alsoPublished(inMap('read')),
  query: mapQuery,
  reply: z.object({
    data: mapInfo.extend({
      base_map_type: baseMapType,
      locking: mapLocking,
      view_state: viewState,
      layers: z.array(layerEntry),
      vector_style: z.record(z.string(), vectorStyle),
      layer_editors: layerEditors,
    }),
  }),
});
export type MapStateReply = z.output<typeof readMapState.reply>['data'];

export const readLayer = defineEndpoint({
  id: 'readLayer',
  method: 'GET',
  path: '/maps/layers/:layerId',
  summary: 'One group or layer of a map.',
  policy: alsoPublished(inMap('read')),
  params: layerParams,
  query: mapQuery,
  reply: z.object({ data: layerEntry }),
});

export const readSnapshotPart = defineEndpoint({
  id: 'readSnapshotPart',
  method: 'GET',
  path: '/maps/layers/:layerId/snapshot',
  summary:
    'Bytes of one part file (Arrow IPC stream) of a layer snapshot; byte ranges are honoured. With `snapshot_key` the answer never changes.',
  policy: alsoPublished(inMap('read')),
  params: layerParams,
  query: mapQuery.extend({ part: z.string().max(64), snapshot_key: z.string().max(200).optional() }),
  replyType: 'application/vnd.apache.arrow.stream',
});

/** The picture of an aerial photo. `image_key` is that of the layer's data: with it the answer never changes. */
export const readPhoto = defineEndpoint({
  id: 'readPhoto',
  method: 'GET',
  path: '/maps/layers/:layerId/photo',
  summary: 'The picture of an aerial photo as JPEG, at most `max_size` pixels on a side.',
  policy: alsoPublished(inMap('read')),
  params: layerParams,
  query: mapQuery.extend({
    image_key: z.string().max(64).optional(),
    max_size: z.coerce.number().int().min(16).max(4_096).optional(),
  }),
  replyType: 'image/jpeg',
});

export const readLayerEdits = defineEndpoint({
  id: 'readLayerEdits',
  method: 'GET',
  path: '/maps/layers/:layerId/edits',
  summary: 'Edits of a layer after one, in order, a page at a time.',
  policy: alsoPublished(inMap('read')),
  params: layerParams,
  query: mapQuery.extend({ after: z.coerce.number().int().min(0).default(0) }),
  reply: z.object({ data: z.object({ edits: z.array(loggedEdit), has_more: z.boolean() }) }),
});

/** Features that one call gives. */
export const mostReadFeatures = 1_000;

export const readLayerFeatures = defineEndpoint({
  id: 'readLayerFeatures',
  method: 'POST',
  path: '/maps/layers/:layerId/features',
  summary: 'Features of a layer by their ids, as they are now; those that are not there are left out.',
  policy: alsoPublished(inMap('read')),
  alsoForReaders: true,
  params: layerParams,
  query: mapQuery,
  body: z.object({ fids: z.array(fid).min(1).max(mostReadFeatures) }),
  reply: z.object({
    data: z.array(z.custom<LoggedFeature>((value) => typeof value === 'object' && value !== null)),
  }),
});

/**
 * Changes of a map by its room (MAP-085 to MAP-097). The body is one of `MapPost`; use `postToMap`, which knows the
 * replies.
 */
export const postToMapRoom = defineEndpoint({
  id: 'postToMapRoom',
  method: 'POST',
  path: '/parties/map/:mapId',
  summary:
    'Change a map; acknowledged when it is on disk. All but Request_Layer_Editor need the right to update the map.',
  policy: overMap('read'),
  params: z.object({ mapId: z.string() }),
  bodyBytes: limit.jsonBodyBytes,
  body: z.looseObject({ type: z.string() }),
  reply: z.record(z.string(), z.unknown()),
});

/** Sends a change to a map room. @throws GromaError, CallError. */
export async function postToMap<Post extends MapPost>(
  client: Client,
  mapId: string,
  post: Post,
  signal?: AbortSignal,
): Promise<MapPostReply<Post['type']>> {
  return (await client.call(postToMapRoom, { params: { mapId }, body: post, signal })) as unknown as MapPostReply<
    Post['type']
  >;
}

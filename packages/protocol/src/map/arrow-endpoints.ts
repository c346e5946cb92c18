import { inProject, ofResource } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { isStorableText } from './feature.ts';
import { vectorLayerEntry } from './layer-entry.ts';
import { vectorStyleChange } from './vector-style.ts';

const arrowStream = 'application/vnd.apache.arrow.stream';
const inMap = ofResource('map', 'read', { in: 'query', name: 'map_id' });
const mapQuery = z.object({ map_id: z.string(), project_id: z.string() });

export const listLayers = defineEndpoint({
  id: 'listLayers',
  method: 'GET',
  path: '/maps/projects/:projectId/layers',
  summary: 'The vector layers of all maps of a project with their columns, by map.',
  policy: inProject('read', 'map'),
  params: z.object({ projectId: z.string() }),
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        map_id: z.string(),
        map_name: z.string(),
        /** Another one after each edit. */
        version: z.string(),
        /** Features as of the last snapshot: edits since are not counted. */
        features: z.number(),
        columns: z.array(z.object({ name: z.string(), type: z.string() })),
      }),
    ),
  }),
});

export const listImages = defineEndpoint({
  id: 'listImages',
  method: 'GET',
  path: '/maps/projects/:projectId/images',
  summary: 'The raster layers of all maps of a project with where their images lie, by map.',
  policy: inProject('read', 'map'),
  params: z.object({ projectId: z.string() }),
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        map_id: z.string(),
        map_name: z.string(),
        /** A path below /data, or an address; several of one place, whose bands are put together, on a line each. */
        url: z.string(),
        /**
         * The system chosen for an image that names none, and the value that stands for no data where somebody has set
         * one.
         */
        assumed_crs: z.string().nullable(),
        nodata: z.string().nullable(),
      }),
    ),
  }),
});

/** The most bytes that one call gives of an image. */
export const mostImageBytes = 8 * 1_048_576;

/**
 * The answer's `content-range` says which part it is of how many bytes, its `etag` which version of the file: sent as
 * `version` with the next call, it keeps parts of two versions apart. A part that reaches beyond the end is cut there.
 */
export const readImageBytes = defineEndpoint({
  id: 'readImageBytes',
  method: 'GET',
  path: '/maps/layers/:layerId/image-bytes',
  summary:
    'A part of a file at an address of a raster layer, for code that cannot reach it. `file` counts from 0, for layers that draw several.',
  policy: inMap,
  params: z.object({ layerId: z.string() }),
  query: mapQuery.extend({
    file: z.coerce.number().int().min(0).default(0),
    offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    length: z.coerce.number().int().min(1).max(mostImageBytes),
    version: z.string().max(2_000).optional(),
  }),
  replyType: 'application/octet-stream',
});

/**
 * What stands in the metadata `groma:layer` of the first stream of a layer whose edits are told beside its snapshot, as
 * JSON. The rows of that stream are the ids of stored features that are gone or replaced. Streams follow in this order:
 * `stored` features, whose attributes are those of the snapshot, found by `base`; `added` ones, with `columns`; what
 * all features have at first in a column that is new (`fill`, one row); and values that edits have set, by the id of
 * their feature.
 */
export interface LayerHead {
  columns: { name: string; type: string; base: number | null }[];
  streams: ({ role: 'stored' | 'added' } | { role: 'fill' | 'values'; column: number })[];
}

/**
 * One Arrow IPC stream for each kind of geometry there is (polygons, lines, points, none), one after the other: the
 * column `groma_fid`, those of the layer (`groma:type` in their metadata), and `geometry` as GeoArrow in OGC:CRS84.
 * With `edits=beside`, the snapshot as it is stored and what edits have changed, for the reader to apply: see
 * `LayerHead`.
 */
export const readLayerArrow = defineEndpoint({
  id: 'readLayerArrow',
  method: 'GET',
  path: '/maps/layers/:layerId/arrow',
  summary: 'A layer as it is now, edits included, as Arrow IPC streams with GeoArrow geometry, one for each kind.',
  policy: inMap,
  params: z.object({ layerId: z.string() }),
  query: mapQuery.extend({ edits: z.enum(['applied', 'beside']).default('applied') }),
  replyType: arrowStream,
});

const jsonStyle = z
  .string()
  .max(500_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'This is not JSON.' });
      return z.NEVER;
    }
  })
  .pipe(vectorStyleChange);

/**
 * The body is one Arrow IPC stream: columns, and one of binary (WKB) whose metadata have `groma:geometry`, JSON with
 * `encoding` and `srid`. It runs as an operation, which the call waits for and whoever hangs up cancels. The id of an
 * operation that the caller has begun is answered with its result, and nothing of the body is read then.
 */
export const addLayerArrow = defineEndpoint({
  id: 'addLayerArrow',
  method: 'POST',
  path: '/maps/:mapId/layers/arrow',
  summary:
    'Put the rows of an Arrow IPC stream on a map, as a layer. `style` is JSON of what differs from that of a new layer.',
  policy: ofResource('map', 'update', { in: 'params', name: 'mapId' }),
  params: z.object({ mapId: z.string() }),
  query: z.object({
    name: z.string().trim().min(1).max(255).refine(isStorableText),
    geometry_column: z.string().max(1_000),
    operation_id: z.uuid().lowercase(),
    style: jsonStyle.optional(),
    project_id: z.string().optional(),
  }),
  bodyKind: 'raw',
  reply: z.object({ data: z.object({ layer: vectorLayerEntry, warnings: z.array(z.string()) }) }),
});

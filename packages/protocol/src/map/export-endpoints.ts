import { exportLossKinds, limit, ofResource, signedIn } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { fid } from './feature.ts';

export const exportFormats = ['geojson', 'geopackage', 'shapefile', 'flatgeobuf', 'kml', 'geoparquet', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * The layer as GeoJSON, sent by the caller, becomes a file of the project (MAP-106). The project stands in the body,
 * where the handler asks for the right to upload.
 */
export const exportGeoJson = defineEndpoint({
  id: 'exportGeoJson',
  method: 'POST',
  path: '/maps/export',
  summary: 'Write a layer, given as GeoJSON, into the files of a project.',
  policy: signedIn('any'),
  bodyBytes: limit.jsonBodyBytes,
  body: z.object({
    path: z.string().min(1).max(4_096),
    project_id: z.string(),
    data: z.looseObject({ type: z.literal(['FeatureCollection', 'Feature']) }),
  }),
  reply: z.object({ relative_path: z.string() }),
});

/**
 * What a format cannot hold of some columns: they become text (`as-text`), values become empty (`emptied`: NaN,
 * infinities, too large), numbers lose digits (`rounded`), seconds theirs (`fraction`), date-times the offset they were
 * written with (`offset`), or count as UTC though they name no zone (`zone-assumed`). M values of positions are dropped
 * (`measures`, of no column), and multi geometries of one part become simple ones (`one-part`).
 */
const exportLoss = z.object({ kind: z.enum(exportLossKinds), columns: z.array(z.string()) });
export type ExportLoss = z.output<typeof exportLoss>;

const exported = z.object({
  /**
   * Path from the root of the project's files, without a slash in front; that of the temporary bucket for a download.
   */
  relative_path: z.string(),
  bucket: z.enum(['groma', 'groma-temp']),
  name: z.string(),
  bytes: z.number(),
  feature_count: z.number(),
  /** Columns that the format made shorter. */
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Whether texts were cut to the length the format holds. */
  is_cut: z.boolean(),
  /** Features without a place, where the format holds none. */
  left_out: z.number(),
  losses: z.array(exportLoss),
});
export type ExportReply = z.output<typeof exported>;

/**
 * With a `path` the file goes among the files of the project, which takes the right to upload; without one it waits in
 * the temporary bucket for a download.
 */
export const exportLayer = defineEndpoint({
  id: 'exportLayer',
  method: 'POST',
  path: '/maps/layers/:layerId/export',
  summary:
    'Write a layer, or some of its features, as a file; answers when done. A call that is cut off stops the work.',
  policy: ofResource('map', 'read', { in: 'query', name: 'map_id' }),
  params: z.object({ layerId: z.string() }),
  query: z.object({ map_id: z.string(), project_id: z.string(), tenant_id: z.string().optional() }),
  bodyBytes: limit.jsonBodyBytes,
  body: z.object({
    format: z.enum(exportFormats),
    crs: z
      .string()
      .regex(/^EPSG:\d{1,6}$/i, 'A reference system is written EPSG:n.')
      .default('EPSG:4326'),
    fids: z.array(fid).min(1).optional(),
    /** Leaves out what the filter of the layer leaves out, unless `fids` say what is wanted. */
    filtered: z.boolean().default(true),
    place: z.enum(['wkt', 'lonlat']).default('wkt'),
    path: z.string().min(1).max(4_096).optional(),
    replace: z.boolean().default(false),
  }),
  reply: z.object({ data: exported }),
});

import { baseMapTypes, mapLockings } from '@groma/model';
import { z } from 'zod';
import { column, isStorableText } from './feature.ts';
import { jpgLayerData } from './jpg-style.ts';
import { rasterLayerData } from './raster-style.ts';
import { solidLayerData } from './solid-style.ts';

export const viewState = z.object({
  longitude: z.number().min(-540).max(540),
  latitude: z.number().min(-90).max(90),
  zoom: z.number().min(0).max(30),
  pitch: z.number().min(0).max(90),
  bearing: z.number().min(-360).max(360),
});

export const baseMapType = z.enum(baseMapTypes);
export const mapLocking = z.enum(mapLockings);

/** The name is checked by the handler, whose answer to an empty one is LAYER_NAME_EMPTY. */
export const hierarchyEntry = z.object({
  id: z.uuid().lowercase(),
  text: z.string().max(1_000).refine(isStorableText),
  type: z.enum(['Group', 'Layer']),
  parent_id: z.string().max(36),
  level: z.int(),
  order: z.int().min(-1_000_000).max(1_000_000),
  visible: z.boolean().default(true),
});

const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/**
 * Description of a snapshot: `SnapshotManifest` of `@groma/geo`. `batches` say where in the file, and where on the map,
 * rows are.
 */
const snapshotManifest = z.object({
  version: z.union([z.literal(1), z.literal(2)]),
  featureCount: z.number(),
  maxFid: z.number(),
  bbox: box.nullable(),
  isTable: z.literal(true).optional(),
  columns: z.array(column),
  parts: z.array(
    z.object({
      kind: z.enum(['point', 'line', 'polygon', 'none']),
      geometryType: z.string().nullable(),
      dimension: z.enum(['XY', 'XYZ']),
      hasLoneMulti: z.literal(true).optional(),
      hasMeasures: z.literal(true).optional(),
      file: z.string(),
      bytes: z.number(),
      rows: z.number(),
      batches: z.array(
        z.object({ rows: z.number(), bbox: box, coordinates: z.number(), offset: z.number(), bytes: z.number() }),
      ),
    }),
  ),
});

/**
 * What a vector layer is: an immutable snapshot, and the newest edit after it. A drawn layer has no snapshot at first.
 */
export const vectorLayerData = z.object({
  kind: z.literal('vector'),
  manifest: snapshotManifest,
  snapshot_key: z.string().nullable(),
  /** Edits up to this one are in the snapshot; read those after it. */
  snapshot_seq: z.number(),
  /** The newest edit of the layer, or `snapshot_seq`. */
  seq: z.number(),
  source: z.object({
    file_path: z.string().optional(),
    crs: z.string().optional(),
    warnings: z.array(z.string()).optional(),
  }),
});
export type VectorLayerData = z.output<typeof vectorLayerData>;

/** A group or layer with what it holds (VEC-006). `data` is null for a group. */
export const layerEntry = hierarchyEntry.extend({
  data: z.discriminatedUnion('kind', [vectorLayerData, rasterLayerData, jpgLayerData, solidLayerData]).nullable(),
});
export type LayerEntry = z.output<typeof layerEntry>;

/** The same where only features can come of it. */
export const vectorLayerEntry = hierarchyEntry.extend({ data: vectorLayerData.nullable() });
export type VectorLayerEntry = z.output<typeof vectorLayerEntry>;

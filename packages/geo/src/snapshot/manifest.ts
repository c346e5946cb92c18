import type { Bbox } from '../coordinate.ts';
import type { GeometryKind } from '../geometry.ts';

/**
 * What a column holds. `integer` is a safe JavaScript integer, `json` the JSON text of an object, a list or a mixture
 * (readers give the parsed value), dates are ISO 8601 `text`.
 */
export type ColumnType = 'integer' | 'number' | 'text' | 'boolean' | 'json';

/** An attribute column of a layer. */
export type Column = { name: string; type: ColumnType };

/** One Arrow record batch: `offset` and `bytes` say where its message stands in the file, in bytes. */
export type SnapshotBatchInfo = { rows: number; bbox: Bbox; coordinates: number; offset: number; bytes: number };

export type GeoArrowType =
  | 'geoarrow.point' | 'geoarrow.multipoint' | 'geoarrow.linestring' | 'geoarrow.multilinestring'
  | 'geoarrow.polygon' | 'geoarrow.multipolygon';

/** One Arrow IPC stream file: the rows of one geometry kind. `none` has no geometry column. */
export type SnapshotPart = {
  kind: GeometryKind;
  geometryType: GeoArrowType | null;
  dimension: 'XY' | 'XYZ';
  file: string;
  bytes: number;
  rows: number;
  batches: SnapshotBatchInfo[];
};

/** The description of a layer snapshot; `bbox` is null where no feature has a position. `maxFid` is 0 for an empty layer. */
export type SnapshotManifest = {
  version: 1;
  featureCount: number;
  maxFid: number;
  bbox: Bbox | null;
  columns: Column[];
  parts: SnapshotPart[];
};

/** Most rows of one record batch. */
export const MAX_BATCH_ROWS = 16_384;

/** Most positions of one record batch, unless a single feature has more. */
export const MAX_BATCH_COORDINATES = 524_288;

/** Name of the manifest beside the part files. */
export const MANIFEST_FILE = 'manifest.json';

import type { Bbox } from '../coordinate.ts';
import type { GeometryKind } from '../geometry.ts';

/**
 * What a column holds. `integer` is a safe JavaScript integer; in a column of `int64` those beyond 2^53 − 1 are their
 * digits as text. `number` is a double, also NaN and the infinities. `json` is the JSON text of an object, a list or a
 * mixture (readers give the parsed value). `date`, `time`, `datetime` and `datetimetz` (with an offset from UTC) are
 * ISO 8601 texts, as they were written.
 */
export type ColumnType =
  | 'integer'
  | 'int64'
  | 'number'
  | 'text'
  | 'boolean'
  | 'json'
  | 'date'
  | 'time'
  | 'datetime'
  | 'datetimetz';

/** An attribute column of a layer. */
export type Column = { name: string; type: ColumnType };

/** One Arrow record batch: `offset` and `bytes` say where its message stands in the file, in bytes. */
export type SnapshotBatchInfo = { rows: number; bbox: Bbox; coordinates: number; offset: number; bytes: number };

export type GeoArrowType =
  | 'geoarrow.point'
  | 'geoarrow.multipoint'
  | 'geoarrow.linestring'
  | 'geoarrow.multilinestring'
  | 'geoarrow.polygon'
  | 'geoarrow.multipolygon';

/** One Arrow IPC stream file: the rows of one geometry kind. `none` has no geometry column. */
export type SnapshotPart = {
  kind: GeometryKind;
  geometryType: GeoArrowType | null;
  dimension: 'XY' | 'XYZ';
  /** Some features are multi geometries of one member: a column of booleans after the attributes says which. */
  hasLoneMulti?: true;
  /** Some positions have M values: a column of lists, after that, holds one number for each position, NaN for none. */
  hasMeasures?: true;
  file: string;
  bytes: number;
  rows: number;
  batches: SnapshotBatchInfo[];
};

/**
 * The description of a layer snapshot; `bbox` is null where no feature has a position. `maxFid` is 0 for an empty
 * layer. Version 1 knows the types integer, number, text, boolean and json; all else of it is read as version 2 is.
 */
export type SnapshotManifest = {
  version: 1 | 2;
  featureCount: number;
  maxFid: number;
  bbox: Bbox | null;
  /** No row is left of a table: what is written into it are rows without geometry again. */
  isTable?: true;
  columns: Column[];
  parts: SnapshotPart[];
};

/** Most rows of one record batch. */
export const MAX_BATCH_ROWS = 16_384;

/** Most positions of one record batch, unless a single feature has more. */
export const MAX_BATCH_COORDINATES = 524_288;

import { RecordBatchReader, type Data, type RecordBatch, type Vector } from 'apache-arrow';
import type { Position } from '../coordinate.ts';
import {
  type GeometryKind,
  type LayerFeature,
  type Properties,
  type PropertyValue,
  type SimpleGeometry,
} from '../geometry.ts';
import { int64Value } from '../temporal/long-integer.ts';
import { positionOf } from '../shape/measures.ts';
import type { Column, SnapshotManifest, SnapshotPart } from './manifest.ts';

/** Where the bytes of a part file come from: whole, or as they arrive. */
export type PartSource = Uint8Array | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/**
 * The geometry of a batch as flat arrays, for drawing without a detour: `coordinates` interleaved (`size` numbers each,
 * degrees and metres), `features[i] … features[i + 1]` the members of row i, `members` their lines or rings, `rings`
 * their coordinates. Points have no further level, lines no `rings`.
 */
export type BatchGeometry = {
  kind: Exclude<GeometryKind, 'none'>;
  size: 2 | 3;
  coordinates: Float64Array;
  features: Int32Array;
  members: Int32Array | null;
  rings: Int32Array | null;
  /** Whether a row with one member is a multi geometry all the same; left out where none is. */
  isLoneMulti?: (row: number) => boolean;
  /** M values, one for each position, NaN for none; left out where there are none. */
  measures?: Float64Array;
};

/** A record batch of a part. Column i of the manifest is `column(i)`; `record` is for GeoArrow layers. */
export type SnapshotBatch = {
  kind: GeometryKind;
  rows: number;
  fids: Int32Array;
  geometry: BatchGeometry | null;
  record: RecordBatch;
  column: (index: number) => Vector;
};

/** The batches of a part, in file order. Memory holds one batch and the dictionaries. */
export async function* readBatches(part: SnapshotPart, source: PartSource): AsyncGenerator<SnapshotBatch> {
  if (source instanceof Uint8Array) return yield* readBatchesSync(part, source);
  const reader = await RecordBatchReader.from(source as AsyncIterable<Uint8Array>);
  for await (const record of reader) yield toBatch(part, record);
}

/** As `readBatches`, for bytes at hand. */
export function* readBatchesSync(part: SnapshotPart, bytes: Uint8Array): Generator<SnapshotBatch> {
  for (const record of RecordBatchReader.from(bytes)) yield toBatch(part, record);
}

/** Every feature of a snapshot, part by part; `open` gives the bytes of a part file by its name. */
export async function* readFeatures(
  manifest: SnapshotManifest,
  open: (file: string) => PartSource | Promise<PartSource>,
): AsyncGenerator<LayerFeature> {
  for (const part of manifest.parts) {
    for await (const batch of readBatches(part, await open(part.file))) yield* batchFeatures(batch, manifest.columns);
  }
}

/** The features of one batch. Every column stands in the properties, null where the feature has no value. */
export function* batchFeatures(batch: SnapshotBatch, columns: Column[]): Generator<LayerFeature> {
  const cells = columns.map((column, index) => cellReader(batch, column, index));
  for (let row = 0; row < batch.rows; row++) {
    const properties: Properties = {};
    columns.forEach(({ name }, index) => (properties[name] = cells[index]!(row)));
    yield { fid: batch.fids[row]!, geometry: rowGeometry(batch.geometry, row), properties };
  }
}

/**
 * A function from row to the value of one column of a batch, with `json` parsed and 64-bit integers beyond 2^53 − 1 as
 * text.
 */
export function cellReader(batch: SnapshotBatch, column: Column, index: number): (row: number) => PropertyValue {
  const vector = batch.column(index);
  if (column.type === 'int64') {
    return (row) => {
      const value = vector.get(row) as bigint | null;
      return value === null ? null : int64Value(value);
    };
  }
  if (column.type !== 'json') return (row) => vector.get(row) as PropertyValue;
  return (row) => {
    const text = vector.get(row) as string | null;
    return text === null ? null : (JSON.parse(text) as PropertyValue);
  };
}

/** The geometry of one row as GeoJSON. */
export function rowGeometry(geometry: BatchGeometry | null, row: number): SimpleGeometry | null {
  if (!geometry) return null;
  const start = geometry.features[row]!;
  const end = geometry.features[row + 1]!;
  const single = end - start === 1 && !geometry.isLoneMulti?.(row);
  if (geometry.kind === 'point') {
    const points = positions(geometry, start, end);
    return single ? { type: 'Point', coordinates: points[0]! } : { type: 'MultiPoint', coordinates: points };
  }
  if (geometry.kind === 'line') {
    const lines = range(start, end, (line) =>
      positions(geometry, geometry.members![line]!, geometry.members![line + 1]!),
    );
    return single ? { type: 'LineString', coordinates: lines[0]! } : { type: 'MultiLineString', coordinates: lines };
  }
  const polygons = range(start, end, (polygon) =>
    range(geometry.members![polygon]!, geometry.members![polygon + 1]!, (ring) =>
      positions(geometry, geometry.rings![ring]!, geometry.rings![ring + 1]!),
    ),
  );
  return single ? { type: 'Polygon', coordinates: polygons[0]! } : { type: 'MultiPolygon', coordinates: polygons };
}

function range<Item>(start: number, end: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: end - start }, (_, index) => make(start + index));
}

function positions({ size, coordinates, measures }: BatchGeometry, start: number, end: number): Position[] {
  return range(start, end, (index) => {
    const at = index * size;
    const height = size === 3 ? coordinates[at + 2]! : NaN;
    return positionOf(coordinates[at]!, coordinates[at + 1]!, height, measures ? measures[index]! : NaN);
  });
}

function toBatch(part: SnapshotPart, record: RecordBatch): SnapshotBatch {
  // Arrow pads buffers to whole words, so each array is cut to what it says it holds.
  const fids = (record.data.children[0]!.values as Int32Array).subarray(0, record.numRows);
  return {
    kind: part.kind,
    rows: record.numRows,
    fids,
    geometry: toGeometry(part, record),
    record,
    column: (index) => record.getChildAt(index + 1)!,
  };
}

let ones = new Int32Array(0);

/** Offsets of rows that have one member each: views of one list, for all batches. Not to be written to. */
function oneEach(rows: number): Int32Array {
  if (ones.length <= rows) ones = Int32Array.from({ length: 2 * (rows + 1) }, (_, index) => index);
  return ones.subarray(0, rows + 1);
}

function toGeometry(part: SnapshotPart, record: RecordBatch): BatchGeometry | null {
  if (part.kind === 'none') return null;
  const levels: Int32Array[] = [];
  let data: Data = record.data.children.at(-1)!;
  while (data.valueOffsets) {
    levels.push(data.valueOffsets.subarray(0, data.length + 1));
    data = data.children[0]!;
  }
  if (!part.geometryType!.startsWith('geoarrow.multi')) levels.unshift(oneEach(record.numRows));
  const size = part.dimension === 'XYZ' ? 3 : 2;
  const coordinates = (data.children[0]!.values as Float64Array).subarray(0, data.length * size);
  return {
    kind: part.kind,
    size,
    coordinates,
    features: levels[0]!,
    members: levels[1] ?? null,
    rings: levels[2] ?? null,
    ...extrasOf(part, record),
  };
}

/** The columns that stand before the geometry. */
function extrasOf(part: SnapshotPart, record: RecordBatch): Pick<BatchGeometry, 'isLoneMulti' | 'measures'> {
  const { children } = record.data;
  const measures = part.hasMeasures ? children.at(-2)! : null;
  const multis = part.hasLoneMulti ? children.at(part.hasMeasures ? -3 : -2)! : null;
  const bits = multis?.values as Uint8Array | undefined;
  return {
    ...(bits && { isLoneMulti: (row) => ((bits[row >> 3]! >> (row & 7)) & 1) === 1 }),
    ...(measures && {
      measures: (measures.children[0]!.values as Float64Array).subarray(0, measures.children[0]!.length),
    }),
  };
}

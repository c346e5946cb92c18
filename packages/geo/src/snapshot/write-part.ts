import { Field, Int32, RecordBatch, Schema, Struct, makeData, type Data } from 'apache-arrow';
import { emptyBbox, extendBbox, type Bbox } from '../coordinate.ts';
import type { ColumnStore } from './column-store.ts';
import { columnEncoder, type ColumnEncoder } from './encode-column.ts';
import { extraEncoders } from './encode-extras.ts';
import { geometryEncoder, type GeometryEncoder } from './encode-geometry.ts';
import type { GeometryStore } from './geometry-store.ts';
import { hilbertOrder } from './hilbert.ts';
import { MAX_BATCH_COORDINATES, MAX_BATCH_ROWS, type SnapshotBatchInfo, type SnapshotPart } from './manifest.ts';
import { StreamWriter } from './stream-writer.ts';

const fidField = new Field('groma_fid', new Int32(), false);

/** Takes the bytes of a part file in order; called many times for each file. */
export type EmitChunk = (file: string, chunk: Uint8Array) => void;

/**
 * Attributes with names that the file's own columns have under another one: of two columns with one name the library
 * writes one. Readers find them by their place, and their names in the manifest.
 */
function withFreeNames(fields: readonly Field[], own: readonly Field[]): Field[] {
  const taken = new Set([...fields, ...own].map(({ name }) => name));
  const isOwn = new Set(own.map(({ name }) => name));
  return fields.map((field) => {
    if (!isOwn.has(field.name)) return field;
    let name = field.name;
    for (let number = 2; taken.has(name); number++) name = `${field.name}_${number}`;
    taken.add(name);
    return new Field(name, field.type, field.nullable, field.metadata);
  });
}

/** Writes the file of one geometry kind, batch by batch. */
export class PartWriter {
  private readonly encoders: ColumnEncoder[];
  private readonly extras: ReturnType<typeof extraEncoders>;
  private readonly geometry: GeometryEncoder | null;
  private readonly schema: Schema;
  private readonly writer: StreamWriter;
  private readonly file: string;
  private readonly batches: SnapshotBatchInfo[] = [];
  private readonly dimension: SnapshotPart['dimension'];

  constructor(store: GeometryStore, encoders: ColumnEncoder[], emit: EmitChunk) {
    this.file = `${store.kind}.arrow`;
    this.encoders = encoders;
    this.geometry = store.kind === 'none' ? null : geometryEncoder(store);
    this.extras = extraEncoders(store);
    this.dimension = store.heights ? 'XYZ' : 'XY';
    const own = [...this.extras.encoders.map(({ field }) => field), ...(this.geometry ? [this.geometry.field] : [])];
    this.schema = new Schema([
      fidField,
      ...withFreeNames(
        encoders.map(({ field }) => field),
        [fidField, ...own],
      ),
      ...own,
    ]);
    this.writer = new StreamWriter((chunk) => {
      emit(this.file, chunk);
    });
  }

  /** Writes features of a store; `rows` are their numbers for the columns. */
  write(store: GeometryStore, features: Uint32Array, fids: Int32Array, rows: Int32Array): void {
    const length = features.length;
    const children: Data[] = [
      makeData({ type: new Int32(), length, nullCount: 0, data: fids }),
      ...this.encoders.map(({ encode }) => encode(rows)),
    ];
    for (const { encode } of this.extras.encoders) children.push(encode(store, features));
    if (this.geometry) children.push(this.geometry.encode(store, features));
    const offset = this.writer.bytes;
    this.writer.write(
      new RecordBatch(this.schema, makeData({ type: new Struct(this.schema.fields), length, nullCount: 0, children })),
    );
    this.batches.push({ rows: length, ...extent(store, features), offset, bytes: this.writer.bytes - offset });
  }

  finish(kind: SnapshotPart['kind']): SnapshotPart {
    this.writer.finish();
    const rows = this.batches.reduce((sum, batch) => sum + batch.rows, 0);
    return {
      kind,
      geometryType: this.geometry?.geometryType ?? null,
      dimension: this.dimension,
      ...this.extras.about,
      file: this.file,
      bytes: this.writer.bytes,
      rows,
      batches: this.batches,
    };
  }
}

/** Writes the part of features that are all held. */
export function writeHeldPart(
  store: GeometryStore,
  columns: readonly ColumnStore[],
  fids: Int32Array,
  emit: EmitChunk,
): SnapshotPart {
  const order =
    store.kind === 'none'
      ? Uint32Array.from({ length: store.length }, (_, index) => index)
      : hilbertOrder(store.boxes.values, store.length);
  const part = new PartWriter(
    store,
    columns.map((column, index) => columnEncoder(column, index + 1, fids.length)),
    emit,
  );
  for (const features of cutBatches(store, order)) {
    const rows = new Int32Array(features.length);
    for (let index = 0; index < rows.length; index++) rows[index] = store.rows.values[features[index]!]!;
    part.write(
      store,
      features,
      rows.map((row) => fids[row]!),
      rows,
    );
  }
  return part.finish(store.kind);
}

/** Stretches of an order that are written together. */
function* cutBatches(store: GeometryStore, order: Uint32Array): Generator<Uint32Array> {
  let start = 0;
  let coordinates = 0;
  for (let index = 0; index < order.length; index++) {
    const size =
      store.kind === 'none' ? 0 : store.firstCoordinate(order[index]! + 1) - store.firstCoordinate(order[index]!);
    if (index > start && (index - start >= MAX_BATCH_ROWS || coordinates + size > MAX_BATCH_COORDINATES)) {
      yield order.subarray(start, index);
      start = index;
      coordinates = 0;
    }
    coordinates += size;
  }
  if (start < order.length) yield order.subarray(start);
}

function extent(store: GeometryStore, features: Uint32Array): { bbox: Bbox; coordinates: number } {
  const bbox = emptyBbox();
  let coordinates = 0;
  if (store.kind === 'none') return { bbox: [0, 0, 0, 0], coordinates };
  const boxes = store.boxes.values;
  for (const feature of features) {
    extendBbox(bbox, boxes[feature * 4]!, boxes[feature * 4 + 1]!);
    extendBbox(bbox, boxes[feature * 4 + 2]!, boxes[feature * 4 + 3]!);
    coordinates += store.firstCoordinate(feature + 1) - store.firstCoordinate(feature);
  }
  return { bbox, coordinates };
}

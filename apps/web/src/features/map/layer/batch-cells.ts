import {
  isTemporal,
  type Column,
  type LayerOverlay,
  type OverlayColumn,
  type PropertyValue,
  type SnapshotBatch,
} from '@groma/geo';
import type { JoinedColumn } from './joined-column.ts';

/**
 * A batch of the snapshot as a layer holds it, by the id of what draws it; `first` is the number of its first row in
 * the layer, `cells` read a row of each column of the snapshot.
 */
export interface HeldBatch {
  id: string;
  first: number;
  batch: SnapshotBatch;
  cells: ((row: number) => PropertyValue)[];
}

/**
 * What a layer is read from. `added` are the batches that edits have added, as they are drawn; `joined` the columns
 * that come of other layers; `numberOf` tells the number of a feature's row.
 */
export interface LayerSource {
  held: readonly HeldBatch[];
  baseColumns: readonly Column[];
  overlay: LayerOverlay;
  added: readonly { id: string; fids: Int32Array }[];
  joined: readonly JoinedColumn[];
  numberOf: (fid: number) => number | null;
}

/**
 * One column in one batch, row by row as it is drawn: what edits have taken away is left out. Several are drawn under
 * one id.
 */
export interface BatchCells {
  id: string;
  fids: Int32Array;
  read: (row: number) => PropertyValue;
  /** The numbers themselves, NaN for empty cells, where the column holds nothing else and no edit has touched it. */
  numbers: Float64Array | null;
  /** Places in a list of texts, −1 for empty cells, alike. */
  codes: { codes: Int32Array; texts: readonly string[] } | null;
  /** Whether edits have added these rows. */
  isAdded?: true;
}

/** The cells of a batch of the snapshot, and of added rows, in one column; null for a column that is not there. */
interface CellsReader {
  held: (held: HeldBatch) => BatchCells;
  added: (added: LayerSource['added']) => Iterable<BatchCells>;
}

function cellsReader(source: LayerSource, name: string): CellsReader | null {
  const column = source.overlay.columns.find((each) => each.name === name);
  if (column)
    return {
      held: (held) => heldCells(source, column, held),
      added: (added) => addedCells({ ...source, added }, column),
    };
  const joined = source.joined.find((each) => each.name === name);
  return (
    (joined && {
      held: (held) => joinedCells(source, joined, held),
      added: (added) => added.map((batch) => joinedAdded(source, joined, batch)),
    }) ??
    null
  );
}

/** A column batch by batch; nothing for a column that is not there. */
export function* columnCells(source: LayerSource, name: string): Generator<BatchCells> {
  const reader = cellsReader(source, name);
  if (!reader) return;
  for (const held of source.held) yield reader.held(held);
  yield* reader.added(source.added);
}

/** A column in those batches alone that are drawn with some features; for what an edit of those changes. */
export function* touchedCells(source: LayerSource, name: string, fids: ReadonlySet<number>): Generator<BatchCells> {
  const reader = cellsReader(source, name);
  if (!reader) return;
  const touched = new Set(
    source.held.filter(({ batch }) => batch.fids.some((fid) => fids.has(fid))).map(({ id }) => id),
  );
  for (const held of source.held) if (touched.has(held.id)) yield reader.held(held);
  yield* reader.added(source.added.filter((batch) => batch.fids.some((fid) => fids.has(fid))));
}

function heldCells(
  { overlay, baseColumns }: LayerSource,
  column: OverlayColumn,
  { id, batch, cells }: HeldBatch,
): BatchCells {
  const kept = keptRows(batch, overlay.hidden);
  const rowAt = (row: number): number => (kept ? kept[row]! : row);
  const base = column.base === null ? null : cells[column.base]!;
  const isPlain = column.base !== null && column.values.size === 0 && baseColumns[column.base]!.type === column.type;
  return {
    id,
    fids: kept ? kept.map((row) => batch.fids[row]!) : batch.fids,
    read: (row) => {
      const at = rowAt(row);
      return overlay.value(column, batch.fids[at]!, base?.(at) ?? null);
    },
    // A double would make neighbours of 64 bits one.
    numbers: isPlain && isNumeric(column) && column.type !== 'int64' ? plainNumbers(batch, column.base!, kept) : null,
    codes:
      isPlain && (column.type === 'text' || isTemporal(column.type)) ? plainCodes(batch, column.base!, kept) : null,
  };
}

function* addedCells({ overlay, added }: LayerSource, column: OverlayColumn): Generator<BatchCells> {
  const read = (fid: number): PropertyValue => {
    const feature = overlay.added.get(fid);
    return feature ? overlay.addedValue(column, feature) : null;
  };
  for (const { id, fids } of added)
    yield { id, fids, read: (row) => read(fids[row]!), numbers: null, codes: null, isAdded: true };
}

function joinedCells({ overlay }: LayerSource, { valueAt }: JoinedColumn, { id, first, batch }: HeldBatch): BatchCells {
  const kept = keptRows(batch, overlay.hidden);
  return {
    id,
    fids: kept ? kept.map((row) => batch.fids[row]!) : batch.fids,
    read: (row) => valueAt(first + (kept ? kept[row]! : row)),
    numbers: null,
    codes: null,
  };
}

function joinedAdded(
  { numberOf }: LayerSource,
  { valueAt }: JoinedColumn,
  { id, fids }: LayerSource['added'][number],
): BatchCells {
  return { id, fids, read: (row) => valueAt(numberOf(fids[row]!) ?? -1), numbers: null, codes: null, isAdded: true };
}

export function isNumeric({ type }: Pick<Column, 'type'>): boolean {
  return type === 'integer' || type === 'number' || type === 'int64';
}

/** Rows of a batch that edits have not taken away; null for all. */
export function keptRows({ fids }: Pick<SnapshotBatch, 'fids'>, hidden: ReadonlySet<number>): Int32Array | null {
  if (hidden.size === 0 || !fids.some((fid) => hidden.has(fid))) return null;
  return Int32Array.from(fids.keys()).filter((row) => !hidden.has(fids[row]!));
}

function plainNumbers(batch: SnapshotBatch, index: number, kept: Int32Array | null): Float64Array | null {
  const [data] = batch.column(index).data;
  const values = data?.values as Int32Array | Float64Array | undefined;
  if (!data || !values) return null;
  const bits = data.nullCount > 0 ? data.nullBitmap : null;
  const isNull = (row: number) =>
    bits !== null && ((bits[(row + data.offset) >> 3]! >> ((row + data.offset) & 7)) & 1) === 0;
  if (!kept && bits === null && values instanceof Float64Array) return values.subarray(0, batch.rows);
  return Float64Array.from({ length: kept?.length ?? batch.rows }, (_, index_) => {
    const row = kept ? kept[index_]! : index_;
    return isNull(row) ? NaN : values[row]!;
  });
}

const dictionaries = new WeakMap<object, string[]>();

function plainCodes(batch: SnapshotBatch, index: number, kept: Int32Array | null): BatchCells['codes'] {
  const [data] = batch.column(index).data;
  if (!data?.dictionary) return null;
  const { dictionary } = data;
  const values = data.values as Int32Array;
  const bits = data.nullCount > 0 ? data.nullBitmap : null;
  const texts =
    dictionaries.get(dictionary) ??
    Array.from({ length: dictionary.length }, (_, code) => dictionary.get(code) as string);
  dictionaries.set(dictionary, texts);
  const codes = Int32Array.from({ length: kept?.length ?? batch.rows }, (_, at) => {
    const row = kept ? kept[at]! : at;
    return bits !== null && ((bits[(row + data.offset) >> 3]! >> ((row + data.offset) & 7)) & 1) === 0
      ? -1
      : values[row]!;
  });
  return { codes, texts };
}

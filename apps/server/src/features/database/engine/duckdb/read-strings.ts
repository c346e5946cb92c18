import duckdb from '@duckdb/node-bindings';
import type { ColumnData } from '../rows/column-batch.ts';

/** Bytes of a text in DuckDB's memory: its length, then itself when it is short, else where it is. */
export const slotBytes = 16;
const slotWords = 4;
const shortBytes = 12;
/** Ends of texts are told in 31 bits. */
const mostBytes = 2 ** 31 - 1;

/** Memory in which texts lie one after the other, in either direction; rows are those of the vector. */
interface Run {
  start: number;
  end: number;
  lowest: number;
  first: number;
  last: number;
}
/** A vector's slots, and the number of its first row among all. */
interface Vector {
  slots: Uint8Array;
  words: Uint32Array;
  rows: number;
  base: number;
}
interface Target {
  offsets: Int32Array;
  values: Uint8Array;
  validity: Uint8Array | null;
}

/**
 * Copies the texts of vectors together. Long ones lie in DuckDB's own memory, mostly side by side; they are fetched by
 * such runs, because a look-up for each would cost more than all the rest.
 */
export function readStrings(slots: readonly Uint8Array[], validity: Uint8Array | null): ColumnData {
  let base = 0;
  const vectors = slots.map((each): Vector => {
    const rows = each.byteLength / slotBytes;
    base += rows;
    return {
      slots: each,
      words: new Uint32Array(each.buffer, each.byteOffset, rows * slotWords),
      rows,
      base: base - rows,
    };
  });
  const target = placesOf(vectors, base, validity);
  for (const vector of vectors) copyVector(vector, target);
  return target;
}

function placesOf(vectors: readonly Vector[], rows: number, validity: Uint8Array | null): Target {
  const offsets = new Int32Array(rows + 1);
  let length = 0;
  for (const { words, rows: own, base } of vectors) {
    for (let row = 0; row < own; row++) {
      if (has(validity, base + row)) length += words[row * slotWords]!;
      offsets[base + row + 1] = length;
    }
  }
  if (length > mostBytes) throw new Error('The texts of these rows are too long to be read at once.');
  return { offsets, values: new Uint8Array(length), validity };
}

function copyVector(vector: Vector, target: Target): void {
  const { slots, words, rows, base } = vector;
  const { offsets, values, validity } = target;
  let run: Run | undefined;
  for (let row = 0; row < rows; row++) {
    if (!has(validity, base + row)) continue;
    const to = offsets[base + row]!;
    const bytes = offsets[base + row + 1]! - to;
    if (bytes <= shortBytes) {
      const at = row * slotBytes + 4;
      for (let each = 0; each < bytes; each++) values[to + each] = slots[at + each]!;
      continue;
    }
    const start = placeOf(words, row);
    const end = start + bytes;
    if (run && start >= run.start && start <= run.end) {
      run.end = Math.max(run.end, end);
    } else if (run && end === run.start) {
      run.start = start;
      run.lowest = row;
    } else {
      if (run) copyRun(run, vector, target);
      run = { start, end, lowest: row, first: row, last: row };
    }
    run.last = row;
  }
  if (run) copyRun(run, vector, target);
}

function copyRun(run: Run, { slots, words, base }: Vector, { offsets, values, validity }: Target): void {
  const source = duckdb.get_data_from_pointer(
    slots.buffer as ArrayBuffer,
    slots.byteOffset + run.lowest * slotBytes + 8,
    run.end - run.start,
  );
  for (let row = run.first; row <= run.last; row++) {
    const to = offsets[base + row]!;
    const bytes = offsets[base + row + 1]! - to;
    if (bytes <= shortBytes || !has(validity, base + row)) continue;
    const from = placeOf(words, row) - run.start;
    if (bytes < 48) for (let each = 0; each < bytes; each++) values[to + each] = source[from + each]!;
    else values.set(source.subarray(from, from + bytes), to);
  }
}

/** Where a long text lies, as a number. */
function placeOf(words: Uint32Array, row: number): number {
  return words[row * slotWords + 2]! + words[row * slotWords + 3]! * 4_294_967_296;
}

function has(validity: Uint8Array | null, row: number): boolean {
  return validity === null || (validity[row >> 3]! & (1 << (row & 7))) !== 0;
}

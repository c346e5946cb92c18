import duckdb from '@duckdb/node-bindings';
import type { ColumnData } from '../rows/column-batch.ts';

/** Bytes of a text in DuckDB's memory: its length, then itself when it is short, else where it is. */
const slotBytes = 16;
const slotWords = 4;
const shortBytes = 12;

/** Memory in which texts lie one after the other, in either direction. */
interface Run { start: number; end: number; lowest: number; first: number; last: number }

/**
 * Copies the texts of a vector together. Long ones lie in DuckDB's own memory, mostly side by side; they are fetched by
 * such runs, because a look-up for each would cost more than all the rest.
 */
export function readStrings(slots: Uint8Array, rows: number, validity: Uint8Array | null): ColumnData {
  const words = new Uint32Array(slots.buffer, slots.byteOffset, rows * slotWords);
  const offsets = new Int32Array(rows + 1);
  let length = 0;
  for (let row = 0; row < rows; row++) {
    if (has(validity, row)) length += words[row * slotWords]!;
    offsets[row + 1] = length;
  }
  const values = new Uint8Array(length);
  let run: Run | undefined;
  for (let row = 0; row < rows; row++) {
    if (!has(validity, row)) continue;
    const bytes = offsets[row + 1]! - offsets[row]!;
    if (bytes <= shortBytes) {
      const target = offsets[row]!;
      const at = row * slotBytes + 4;
      for (let each = 0; each < bytes; each++) values[target + each] = slots[at + each]!;
      continue;
    }
    const start = placeOf(words, row);
    const end = start + bytes;
    if (run && start >= run.start && start <= run.end) {
      run.end = Math.max(run.end, end);
    } else if (run && end <= run.start && end === run.start) {
      run.start = start;
      run.lowest = row;
    } else {
      if (run) copyRun(run, { slots, words, offsets, values, validity });
      run = { start, end, lowest: row, first: row, last: row };
    }
    run.last = row;
  }
  if (run) copyRun(run, { slots, words, offsets, values, validity });
  return { values, offsets, validity };
}

function copyRun(run: Run, { slots, words, offsets, values, validity }: { slots: Uint8Array; words: Uint32Array; offsets: Int32Array; values: Uint8Array; validity: Uint8Array | null }): void {
  const source = duckdb.get_data_from_pointer(slots.buffer as ArrayBuffer, slots.byteOffset + run.lowest * slotBytes + 8, run.end - run.start);
  for (let row = run.first; row <= run.last; row++) {
    const bytes = offsets[row + 1]! - offsets[row]!;
    if (bytes <= shortBytes || !has(validity, row)) continue;
    const from = placeOf(words, row) - run.start;
    const target = offsets[row]!;
    if (bytes < 48) for (let each = 0; each < bytes; each++) values[target + each] = source[from + each]!;
    else values.set(source.subarray(from, from + bytes), target);
  }
}

/** Where a long text lies, as a number. */
function placeOf(words: Uint32Array, row: number): number {
  return words[row * slotWords + 2]! + words[row * slotWords + 3]! * 4_294_967_296;
}

function has(validity: Uint8Array | null, row: number): boolean {
  return validity === null || (validity[row >> 3]! & (1 << (row & 7))) !== 0;
}

import type { ColumnStore } from './column-store.ts';
import { widenedText } from './column-store.ts';
import type { ColumnValues } from './encode-column.ts';
import type { GeometryStore } from './geometry-store.ts';
import { readBlock, type BlockColumn, type RunBlock, type RunStorage, type SortedRun } from './sorted-run.ts';

/** Rows that were taken from blocks, in order: of which block, and which of its rows. */
export interface PickedRows {
  blocks: RunBlock[];
  block: Int32Array;
  index: Int32Array;
}

/** The place in one run. */
class Cursor {
  block: RunBlock;
  index = 0;
  place: number;
  readonly order: number;
  private readonly rest: SortedRun['blocks'];
  private readonly read: (block: SortedRun['blocks'][number]) => RunBlock;

  constructor(run: SortedRun, order: number, read: (block: SortedRun['blocks'][number]) => RunBlock) {
    this.rest = run.blocks.toReversed();
    this.order = order;
    this.read = read;
    this.block = read(this.rest.pop()!);
    this.place = this.block.places[0]!;
  }

  /** False at the end. */
  advance(): boolean {
    this.index += 1;
    if (this.index === this.block.places.length) {
      const next = this.rest.pop();
      if (!next) return false;
      this.block = this.read(next);
      this.index = 0;
    }
    this.place = this.block.places[this.index]!;
    return true;
  }

  isBefore(other: Cursor): boolean {
    return this.place < other.place || (this.place === other.place && this.order < other.order);
  }
}

/**
 * The rows of all runs in the order of the curve; what is given is told again by the next step. One block of each run
 * is held.
 */
export function* mergeRuns(
  kind: GeometryStore['kind'],
  runs: readonly SortedRun[],
  storage: RunStorage,
): Generator<{ block: RunBlock; index: number }> {
  const heap = runs
    .filter(({ blocks }) => blocks.length > 0)
    .map((run, order) => new Cursor(run, order, (block) => readBlock(kind, storage, block)));
  for (let index = (heap.length >> 1) - 1; index >= 0; index--) sink(heap, index);
  while (heap.length > 0) {
    const first = heap[0]!;
    yield first;
    if (!first.advance()) {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    }
    sink(heap, 0);
  }
}

/** Lets an entry of the heap down to where it is before those below it. */
function sink(heap: Cursor[], from: number): void {
  const moved = heap[from];
  if (!moved) return;
  let at = from;
  for (;;) {
    let below = at * 2 + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && heap[below + 1]!.isBefore(heap[below]!)) below += 1;
    if (!heap[below]!.isBefore(moved)) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = moved;
}

/** A column's values in picked rows; rows that were put aside while it was narrower are widened. */
export function pickedValues(store: ColumnStore, number: number, picked: PickedRows): ColumnValues {
  const of = (row: number): BlockColumn | undefined => picked.blocks[picked.block[row]!]!.columns.get(number);
  return {
    isSet(row) {
      const column = of(row);
      return column !== undefined && column.form !== 'codes' && column.valid[picked.index[row]!] === 1;
    },
    number(row) {
      const column = of(row);
      return column?.form === 'numbers' ? column.numbers[picked.index[row]!]! : 0;
    },
    code(row) {
      const column = of(row);
      return column?.form === 'codes' ? column.codes[picked.index[row]!]! : 0;
    },
    text(row) {
      const column = of(row);
      return column ? blockText(store, column, picked.index[row]!) : null;
    },
  };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function blockText(store: ColumnStore, column: BlockColumn, index: number): string | Uint8Array | null {
  if (column.form === 'codes') return column.codes[index] === 0 ? null : store.dictionary[column.codes[index]! - 1]!;
  if (column.valid[index] !== 1) return null;
  if (column.form === 'numbers')
    return widenedText(store, column.type === 'boolean' ? column.numbers[index] === 1 : column.numbers[index]!);
  const bytes = column.bytes.subarray(index === 0 ? 0 : column.ends[index - 1], column.ends[index]);
  return column.type === store.type ? bytes : widenedText(store, decoder.decode(bytes));
}

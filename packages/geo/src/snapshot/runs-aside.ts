import type { ColumnStore, Weight } from './column-store.ts';
import { columnEncoder } from './encode-column.ts';
import { GeometryStore } from './geometry-store.ts';
import type { GeometryKind } from '../geometry.ts';
import { growableInts } from './growable.ts';
import { MAX_BATCH_COORDINATES, MAX_BATCH_ROWS, type SnapshotPart } from './manifest.ts';
import { mergeRuns, pickedValues, type PickedRows } from './merge-runs.ts';
import { spillRun, type RunStorage, type SortedRun } from './sorted-run.ts';
import { PartWriter, type EmitChunk } from './write-part.ts';

const firstRows = Uint32Array.from({ length: MAX_BATCH_ROWS }, (_, row) => row);

/** The rows of a layer that are put aside in sorted runs and merged in the end: an external sort. */
export class RunsAside {
  private readonly storage: RunStorage;
  private readonly heldBytes: number;
  private readonly runs = new Map<GeometryKind, SortedRun[]>();
  private end = 0;

  constructor(storage: RunStorage, heldBytes: number) {
    this.storage = storage;
    this.heldBytes = heldBytes;
  }

  get isEmpty(): boolean {
    return this.runs.size === 0;
  }

  isFull({ bytes }: Weight): boolean {
    return bytes > this.heldBytes;
  }

  /** Puts the rows of all stores aside, and empties stores, columns and weight for the next. */
  put(stores: readonly GeometryStore[], fids: Int32Array, columns: readonly ColumnStore[], weight: Weight): void {
    for (const store of stores) {
      const { run, end } = spillRun(
        store,
        fids,
        columns,
        Math.max(1, weight.bytes / fids.length),
        this.storage,
        this.end,
      );
      this.end = end;
      this.runs.set(store.kind, [...(this.runs.get(store.kind) ?? []), run]);
      store.clear();
    }
    for (const column of columns) column.clear();
    weight.bytes = 0;
  }

  /** Writes the part of a kind; `seen` is its emptied store, which knows what its features have among them. */
  write(seen: GeometryStore, columns: readonly ColumnStore[], rowCount: number, emit: EmitChunk): SnapshotPart {
    const batch = new GeometryStore(seen.kind);
    const fids = growableInts();
    const picked: PickedRows = {
      blocks: [],
      block: new Int32Array(MAX_BATCH_ROWS),
      index: new Int32Array(MAX_BATCH_ROWS),
    };
    const part = new PartWriter(
      seen,
      columns.map((column, index) => columnEncoder(column, index + 1, rowCount, pickedValues(column, index, picked))),
      emit,
    );
    const flush = (): void => {
      part.write(
        batch,
        firstRows.subarray(0, batch.length),
        fids.used.slice(),
        new Int32Array(firstRows.buffer, 0, batch.length),
      );
      batch.clear();
      fids.clear();
      picked.blocks = [];
    };
    const numbers = new Map<unknown, number>();
    for (const { block, index } of mergeRuns(seen.kind, this.runs.get(seen.kind) ?? [], this.storage)) {
      const size =
        seen.kind === 'none' ? 0 : block.geometry.firstCoordinate(index + 1) - block.geometry.firstCoordinate(index);
      if (
        batch.length > 0 &&
        (batch.length >= MAX_BATCH_ROWS || batch.coordinates.length / 2 + size > MAX_BATCH_COORDINATES)
      ) {
        flush();
        numbers.clear();
      }
      let number = numbers.get(block);
      if (number === undefined) numbers.set(block, (number = picked.blocks.push(block) - 1));
      picked.block[batch.length] = number;
      picked.index[batch.length] = index;
      fids.push(block.fids[index]!);
      batch.addFrom(block.geometry, index, batch.length);
    }
    if (batch.length > 0) flush();
    return part.finish(seen.kind);
  }
}

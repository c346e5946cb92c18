import { RecordBatchReader, type RecordBatch, type Schema } from 'apache-arrow';
import { joined, type ArrowMessage } from './arrow-intake.ts';

/** Batches are kept in groups of about so many bytes, of a small memory smaller ones. */
const mostGroupBytes = 4 * 1024 * 1024;
/** So much of a result lies in memory; what is more goes to the browser's blob store, which keeps it on disk. */
const defaultMemoryBytes = 128 * 1024 * 1024;

interface Place {
  group: Group;
  part: number;
  offset: number;
  length: number;
  first: number;
  rows: number;
}
interface Group {
  parts: Uint8Array<ArrayBuffer>[];
  length: number;
  bytes: Uint8Array<ArrayBuffer> | null;
  blob: Blob | null;
}

/** A batch of a result, with the number of its first row. */
export interface StoredBatch {
  first: number;
  record: RecordBatch;
}

/** The batches of one result, of any size: what was used last in memory, all else in blobs. */
export class BatchStore {
  readonly #memoryBytes: number;
  readonly #groupBytes: number;
  #prefix: Uint8Array[] = [];
  #places: Place[] = [];
  #open: Group = emptyGroup();
  /** Groups in memory, the one used longest ago first. */
  readonly #held = new Set<Group>();
  #heldBytes = 0;
  #rows = 0;
  #bytes = 0;
  #schema: Schema | null = null;
  #last: { place: Place; batch: StoredBatch } | null = null;

  constructor(memoryBytes = defaultMemoryBytes) {
    this.#memoryBytes = memoryBytes;
    this.#groupBytes = Math.min(mostGroupBytes, memoryBytes / 4);
  }

  get rows(): number {
    return this.#rows;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get batches(): number {
    return this.#places.length;
  }

  get schema(): Schema | null {
    return this.#schema;
  }

  add({ kind, bytes, rows }: ArrowMessage): void {
    this.#bytes += bytes.length;
    if (kind === 'schema') ({ schema: this.#schema } = RecordBatchReader.from(bytes).open());
    // Every batch is read by itself, so what they share stands before each.
    if (kind !== 'batch') {
      this.#prefix.push(bytes);
      return;
    }
    this.#places.push({
      group: this.#open,
      part: this.#open.parts.length,
      offset: this.#open.length,
      length: bytes.length,
      first: this.#rows,
      rows,
    });
    this.#rows += rows;
    this.#open.parts.push(bytes);
    this.#open.length += bytes.length;
    if (this.#open.length >= this.#groupBytes) this.#closeGroup();
  }

  /** The batch with a number. */
  async batch(index: number): Promise<StoredBatch> {
    const place = this.#places[index]!;
    if (this.#last?.place === place) return this.#last.batch;
    const bytes = await this.#bytesOf(place);
    const [record] = RecordBatchReader.from(joined([...this.#prefix, bytes]));
    const batch = { first: place.first, record: record! };
    this.#last = { place, batch };
    return batch;
  }

  /** The number of the batch that holds a row. */
  indexOf(row: number): number {
    let low = 0;
    let high = this.#places.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#places[middle]!.first <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #closeGroup(): void {
    const group = this.#open;
    group.bytes = joined(group.parts, group.length);
    group.parts = [];
    this.#open = emptyGroup();
    this.#hold(group);
  }

  #hold(group: Group): void {
    if (!this.#held.delete(group)) this.#heldBytes += group.length;
    this.#held.add(group);
    for (const oldest of this.#held) {
      if (this.#heldBytes <= this.#memoryBytes || oldest === group) return;
      oldest.blob ??= new Blob([oldest.bytes!]);
      oldest.bytes = null;
      this.#held.delete(oldest);
      this.#heldBytes -= oldest.length;
    }
  }

  async #bytesOf({ group, part, offset, length }: Place): Promise<Uint8Array> {
    const open = group.parts[part];
    if (open) return open;
    if (!group.bytes) group.bytes = new Uint8Array(await group.blob!.arrayBuffer());
    const { bytes } = group;
    this.#hold(group);
    return bytes.subarray(offset, offset + length);
  }
}

function emptyGroup(): Group {
  return { parts: [], length: 0, bytes: null, blob: null };
}

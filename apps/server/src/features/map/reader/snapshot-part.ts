import { Message, MessageHeader } from 'apache-arrow';
import { readBatches, readBatchesSync, type SnapshotBatch, type SnapshotPart } from '@groma/geo';

/** Bytes of a blob, both ends inclusive. */
export type ReadBytes = (key: string, start: number, end: number) => Promise<Uint8Array>;

/** A message of an Arrow stream begins with this mark and the length of its description, four bytes each. */
const messageStart = 8;
/** More than the description of a batch and its column of ids: one read for both. */
const idReadBytes = 128 * 1024;

/** One part file of a snapshot, read batch by batch by the byte ranges of its manifest. */
export class PartReader {
  readonly part: SnapshotPart;
  readonly #key: string;
  readonly #read: ReadBytes;
  #head: Uint8Array | null = null;

  constructor(snapshotKey: string, part: SnapshotPart, read: ReadBytes) {
    this.part = part;
    this.#key = `${snapshotKey}/${part.file}`;
    this.#read = read;
  }

  /** All batches in file order, one in memory at a time. */
  async *batches(): AsyncGenerator<SnapshotBatch> {
    yield* readBatches(this.part, this.#ranges());
  }

  /** Some batches one after the other, from one to before another, which are read at once. */
  async *someBatches(from: number, to: number): AsyncGenerator<SnapshotBatch> {
    const [first, last] = [this.part.batches[from]!, this.part.batches[to - 1]!];
    const own = await this.#read(this.#key, first.offset, last.offset + last.bytes - 1);
    if (from === 0) return yield* readBatchesSync(this.part, own);
    yield* readBatches(this.part, inTurn(await this.#schemaAndDictionaries(), own));
  }

  /** The batch with this number. */
  async batch(index: number): Promise<SnapshotBatch> {
    const head = await this.#schemaAndDictionaries();
    const own = await this.#batchBytes(index);
    const bytes = index === 0 ? own : joined(head, own);
    for (const batch of readBatchesSync(this.part, bytes)) return batch;
    throw new Error(`${this.#key} has no batch ${index}.`);
  }

  /** Ids of the features of a batch, without reading the rest of it. */
  async fids(index: number): Promise<Int32Array> {
    const { offset, bytes } = this.part.batches[index]!;
    const skipped = index === 0 ? (await this.#schemaAndDictionaries()).byteLength : 0;
    const first = offset + skipped;
    const last = offset + bytes - 1;
    const start = await this.#read(this.#key, first, Math.min(last, first + idReadBytes - 1));
    const { message, bodyAt } = messageAt(start, 0);
    // Buffers of the first column: validity, then the ids themselves.
    const values = message.isRecordBatch() ? message.header().buffers[1]! : null;
    if (!values) throw new Error(`${this.#key} has no record batch ${index}.`);
    const from = bodyAt + values.offset;
    const to = from + this.part.batches[index]!.rows * Int32Array.BYTES_PER_ELEMENT;
    const ids =
      to <= start.byteLength ? start.subarray(from, to) : await this.#read(this.#key, first + from, first + to - 1);
    // Copied, for the ids may lie at any byte of what was read.
    return new Int32Array(new Uint8Array(ids).buffer);
  }

  async *#ranges(): AsyncGenerator<Uint8Array> {
    for (const index of this.part.batches.keys()) yield this.#batchBytes(index);
  }

  #batchBytes(index: number): Promise<Uint8Array> {
    const { offset, bytes } = this.part.batches[index]!;
    return this.#read(this.#key, offset, offset + bytes - 1);
  }

  /** Everything before the first record batch. */
  async #schemaAndDictionaries(): Promise<Uint8Array> {
    if (this.#head) return this.#head;
    const bytes = await this.#batchBytes(0);
    let at = 0;
    for (;;) {
      const { message, bodyAt } = messageAt(bytes, at);
      if (message.headerType === MessageHeader.RecordBatch) break;
      at = bodyAt + message.bodyLength;
    }
    this.#head = bytes.slice(0, at);
    return this.#head;
  }
}

function messageAt(bytes: Uint8Array, at: number): { message: Message; bodyAt: number } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getInt32(at + 4, true);
  return {
    message: Message.decode(bytes.subarray(at + messageStart, at + messageStart + length)),
    bodyAt: at + messageStart + length,
  };
}

async function* inTurn(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.byteLength + other.byteLength);
  bytes.set(one);
  bytes.set(other, one.byteLength);
  return bytes;
}

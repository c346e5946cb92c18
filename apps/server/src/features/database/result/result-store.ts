import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { GromaError, isId, type ResultColumn } from '@groma/model';
import type { Origin } from '../../../platform/origin/origin.ts';
import { freeSpace } from '../../../platform/storage/free-space.ts';

const keptMs = 24 * 60 * 60 * 1_000;
/** The disk is looked at before so many bytes more are written. */
const unlookedBytes = 16 * 1024 ** 2;

/** Where in the file a batch is, and which rows it has. */
interface KeptBatch {
  at: number;
  bytes: number;
  first: number;
  rows: number;
}

/**
 * What is known of a kept result: its columns, and where its rows are. `isWhole`: its statement has ended without a
 * failure. `isCut`: it gave more rows than were kept.
 */
export interface ResultIndex {
  id: string;
  databaseId: string;
  userId: string;
  columns: ResultColumn[];
  /** How the rows were made, for the layer that they may become. */
  origin?: Origin | undefined;
  schemaBytes: number;
  batches: KeptBatch[];
  rows: number;
  isWhole: boolean;
  isCut: boolean;
}

/** Whether all rows of the statement are there. */
export function isComplete({ isWhole, isCut }: Pick<ResultIndex, 'isWhole' | 'isCut'>): boolean {
  // One that was kept by an earlier version does not say that it is whole.
  return isWhole && !isCut;
}

/**
 * Results of queries as Arrow files, for windows of them, downloads and maps. They go after a day, and the oldest when
 * there is no room.
 */
export class ResultStore {
  readonly #folder: string;
  readonly #most: { all: number; one: number };
  readonly #open = new Map<string, ResultIndex>();

  constructor(folder: string, most: { all: number; one: number }) {
    this.#folder = folder;
    this.#most = most;
  }

  /** Begins to keep a result. */
  async begin(about: Pick<ResultIndex, 'databaseId' | 'userId' | 'columns' | 'origin'>): Promise<ResultWriter> {
    await mkdir(this.#folder, { recursive: true });
    const index: ResultIndex = {
      ...about,
      id: randomUUID(),
      schemaBytes: 0,
      batches: [],
      rows: 0,
      isWhole: false,
      isCut: false,
    };
    const handle = await open(this.#file(index.id), 'wx', 0o600);
    this.#open.set(index.id, index);
    return new ResultWriter(index, handle, { most: this.#most.one, folder: this.#folder }, async () => {
      try {
        await writeFile(join(this.#folder, `${index.id}.json`), JSON.stringify(index), { mode: 0o600 });
      } catch {
        // Where there is no room for it the rows could not be found again.
        await this.delete(index.id);
      } finally {
        this.#open.delete(index.id);
      }
    });
  }

  /** @throws GromaError RESULT_GONE also where it is another's. */
  async find(id: string, { databaseId, userId }: { databaseId: string; userId: string }): Promise<ResultIndex> {
    const index = isId(id)
      ? (this.#open.get(id) ??
        (await readFile(join(this.#folder, `${id}.json`), 'utf8').then(
          (text) => JSON.parse(text) as ResultIndex,
          () => undefined,
        )))
      : undefined;
    if (!index || index.databaseId !== databaseId || index.userId !== userId) throw new GromaError('RESULT_GONE');
    return index;
  }

  /** The batches with any of so many rows from a place on, each with which of its rows are meant. */
  async *read(
    index: ResultIndex,
    offset: number,
    limit: number,
  ): AsyncGenerator<{ schema: Buffer; batch: Buffer; from: number; to: number }> {
    const handle = await open(this.#file(index.id), 'r').catch(() => {
      throw new GromaError('RESULT_GONE');
    });
    try {
      const schema = await readPart(handle, 0, index.schemaBytes);
      for (let each = firstWith(index.batches, offset); each < index.batches.length; each++) {
        const { at, bytes, first, rows } = index.batches[each]!;
        if (first >= offset + limit) return;
        yield {
          schema,
          batch: await readPart(handle, at, bytes),
          from: Math.max(0, offset - first),
          to: Math.min(rows, offset + limit - first),
        };
      }
    } finally {
      await handle.close();
    }
  }

  /** The first part of the file, which says which columns there are. */
  async readSchema(index: ResultIndex): Promise<Buffer> {
    const handle = await open(this.#file(index.id), 'r').catch(() => {
      throw new GromaError('RESULT_GONE');
    });
    return readPart(handle, 0, index.schemaBytes).finally(() => handle.close());
  }

  async delete(id: string): Promise<void> {
    await Promise.all(['arrow', 'json'].map((ending) => rm(join(this.#folder, `${id}.${ending}`), { force: true })));
  }

  /** Deletes what is old, and of the rest the oldest until all have room. What is being written stays. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = await Promise.all(
      names
        .filter((name) => name.endsWith('.arrow'))
        .map(async (name) => {
          const found = await stat(join(this.#folder, name)).catch(() => undefined);
          return { id: name.slice(0, -'.arrow'.length), bytes: found?.size ?? 0, at: found?.mtimeMs ?? 0 };
        }),
    );
    let room = this.#most.all;
    for (const { id, bytes, at } of files.sort((one, other) => other.at - one.at)) {
      room -= bytes;
      if (!this.#open.has(id) && (room < 0 || Date.now() - at > keptMs)) await this.delete(id);
    }
  }

  #file(id: string): string {
    return join(this.#folder, `${id}.arrow`);
  }
}

/** Takes the pieces of a result's Arrow stream as they come. */
export class ResultWriter {
  readonly index: ResultIndex;
  readonly #handle: FileHandle;
  readonly #most: number;
  readonly #folder: string;
  #mayWrite = 0;
  readonly #done: () => Promise<void>;
  #at = 0;

  constructor(
    index: ResultIndex,
    handle: FileHandle,
    { most, folder }: { most: number; folder: string },
    done: () => Promise<void>,
  ) {
    this.index = index;
    this.#handle = handle;
    this.#most = most;
    this.#folder = folder;
    this.#done = done;
  }

  /**
   * The first piece is the schema; one without rows after it is the end of the stream, which each window makes anew.
   */
  async write(bytes: Buffer, rows: number): Promise<void> {
    const { index } = this;
    const { length } = bytes;
    if (index.schemaBytes > 0 && rows === 0) return;
    if (index.isCut || this.#at + length > this.#most) {
      index.isCut = true;
      return;
    }
    // A disk that is full but for its reserve ends what is kept; who reads the rows now is sent them all the same.
    if (!(await this.#hasRoom(length))) {
      index.isCut = true;
      return;
    }
    const written = await this.#handle.write(bytes, 0, length, this.#at).catch(() => undefined);
    if (written?.bytesWritten !== length) {
      index.isCut = true;
      return;
    }
    if (index.schemaBytes === 0) index.schemaBytes = length;
    else index.batches.push({ at: this.#at, bytes: length, first: index.rows, rows });
    this.#at += length;
    index.rows += rows;
  }

  async #hasRoom(bytes: number): Promise<boolean> {
    if (this.#mayWrite < bytes) this.#mayWrite = Math.min(bytes + unlookedBytes, await freeSpace(this.#folder));
    this.#mayWrite -= bytes;
    return this.#mayWrite >= 0;
  }

  /** `isWhole`: the statement has ended without a failure. */
  async end(isWhole: boolean): Promise<void> {
    this.index.isWhole = isWhole;
    await this.#handle.close();
    await this.#done();
  }
}

async function readPart(handle: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(bytes);
  const { bytesRead } = await handle.read(part, 0, bytes, at);
  if (bytesRead !== bytes) throw new GromaError('RESULT_GONE');
  return part;
}

/** The batch that has a row, by halving: there may be very many. */
function firstWith(batches: readonly KeptBatch[], row: number): number {
  let [low, high] = [0, batches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { first, rows } = batches[middle]!;
    if (first + rows <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}

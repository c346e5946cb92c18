import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GromaError, isId, type DataPath } from '@groma/model';

/** Sessions that a chunk is being written to in this process. */
const writing = new Set<string>();

/** What an upload session was opened for. */
export interface UploadSession { id: string; path: DataPath; userId: string; replace: boolean; bucket: 'groma' | 'groma-temp' }

/** A piece of a file: bytes `start` to `end` inclusive of `total`. */
export interface Chunk { start: number; end: number; total: number; content: Readable }

/**
 * Uploads that go on after a cut: each session is a growing file beside a note of what it is for. Only bytes that
 * follow what is there are taken; where the next byte belongs can always be asked.
 */
export class ResumableUploads {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async open(session: Omit<UploadSession, 'id'>): Promise<UploadSession> {
    await mkdir(this.#folder, { recursive: true });
    const opened = { ...session, id: randomUUID() };
    await writeFile(this.#note(opened.id), JSON.stringify(opened), { flag: 'wx', flush: true });
    await writeFile(this.partOf(opened.id), '', { flag: 'wx' });
    return opened;
  }

  /** @throws GromaError NOT_FOUND for a session that is unknown or somebody else's. */
  async find(id: string, userId: string): Promise<UploadSession> {
    const text = isId(id) ? await readFile(this.#note(id), 'utf8').catch(() => undefined) : undefined;
    const session = text === undefined ? undefined : JSON.parse(text) as UploadSession;
    if (session?.userId !== userId) throw new GromaError('NOT_FOUND', { noun: 'upload' });
    return session;
  }

  /** Bytes that are there. */
  async received(id: string): Promise<number> {
    return (await stat(this.partOf(id))).size;
  }

  /**
   * Adds a chunk, flushed to disk; answers how many bytes are there afterwards. A chunk that does not begin where the
   * file ends changes nothing, and so does a second writer at the same time.
   * @throws GromaError BAD_INPUT when the body is not as long as its range says; the file is as before.
   */
  async append(id: string, chunk: Chunk): Promise<number> {
    const before = await this.received(id);
    if (chunk.start !== before || writing.has(id)) {
      chunk.content.resume();
      return before;
    }
    writing.add(id);
    const expected = chunk.end - chunk.start + 1;
    try {
      await pipeline(chunk.content, countTo(expected), createWriteStream(this.partOf(id), { flags: 'a', flush: true }));
      const after = await this.received(id);
      if (after !== before + expected) throw new GromaError('BAD_INPUT', { detail: `The chunk has ${after - before} bytes and its range says ${expected}.` });
      return after;
    } catch (error) {
      // What came whole before a cut may stay: the client asks where to go on. A chunk that lies is taken back.
      if (error instanceof GromaError) await truncate(this.partOf(id), before);
      throw error;
    } finally {
      writing.delete(id);
    }
  }

  partOf(id: string): string {
    return join(this.#folder, `${id}.part`);
  }

  async forget(id: string): Promise<void> {
    await Promise.all([rm(this.partOf(id), { force: true }), rm(this.#note(id), { force: true })]);
  }

  #note(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

/** Passes bytes through and fails at the first one too many. */
function countTo(limit: number) {
  return async function* (source: AsyncIterable<Buffer>) {
    let count = 0;
    for await (const piece of source) {
      count += piece.length;
      if (count > limit) throw new GromaError('BAD_INPUT', { detail: `The chunk is longer than its range of ${limit} bytes.` });
      yield piece;
    }
  };
}

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GromaError, isId, type DataPath } from '@groma/model';
import type { StoredFile } from './file-store.ts';

/** Sessions that a chunk is being written to in this process. */
const writing = new Set<string>();
/** Sessions whose file is just getting its name, with that file. */
const finishing = new Map<string, Promise<StoredFile>>();

/** Bytes of the largest chunk that is taken; `limit.uploadChunkBytes` is what our own client sends. */
const largestChunk = 64 * 1024 * 1024;
const hourMs = 60 * 60 * 1000;
/** How long a session waits for its next chunk, and how long the end of one can be asked again. */
const kept = { open: 24 * hourMs, finished: hourMs };

/** What an upload session was opened for. `total` is fixed by its first chunk; `finished` is the file it became. */
export interface UploadSession {
  id: string;
  path: DataPath;
  userId: string;
  replace: boolean;
  bucket: 'groma' | 'groma-temp';
  total?: number;
  finished?: StoredFile;
}

/** A piece of a file: bytes `start` to `end` inclusive of `total`. */
export interface Chunk { start: number; end: number; total: number; content: Readable }

/**
 * Uploads that go on after a cut: each session is a growing file beside a note of what it is for. Only bytes that
 * follow what is there are taken; where the next byte belongs can always be asked, and for an hour after the end
 * what became of it.
 */
export class ResumableUploads {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async open(session: Omit<UploadSession, 'id' | 'total' | 'finished'>): Promise<UploadSession> {
    await mkdir(this.#folder, { recursive: true });
    const opened = { ...session, id: randomUUID() };
    await writeFile(this.partOf(opened.id), '', { flag: 'wx' });
    await this.#keep(opened);
    return opened;
  }

  /** The session, with the bytes that are there. @throws GromaError NOT_FOUND for one that is unknown or somebody else's. */
  async find(id: string, userId: string): Promise<{ session: UploadSession; received: number }> {
    // The part goes just after the note says that it has become a file: what is missing here may be finished by now.
    for (let attempt = 0; attempt < 2; attempt++) {
      const text = isId(id) ? await readFile(this.#note(id), 'utf8').catch(() => undefined) : undefined;
      const session = text === undefined ? undefined : readNote(text);
      if (session?.userId !== userId) break;
      if (session.finished) return { session, received: session.finished.bytes };
      const part = await stat(this.partOf(id)).catch(() => undefined);
      if (part) return { session, received: part.size };
    }
    throw new GromaError('NOT_FOUND', { noun: 'upload' });
  }

  /**
   * Adds a chunk, flushed to disk; answers how many bytes are there afterwards. A chunk that does not begin where the
   * file ends changes nothing, and so does a second writer at the same time.
   * @throws GromaError TOO_LARGE, or BAD_INPUT when the body is not as long as its range says or the total is not that
   * of the chunks before; the file is as before.
   */
  async append(session: UploadSession, chunk: Chunk): Promise<number> {
    const { id } = session;
    const expected = chunk.end - chunk.start + 1;
    requireTotal(session, chunk.total);
    if (expected > largestChunk) throw new GromaError('TOO_LARGE', { name: 'The chunk', limit: '64 MB' });
    const before = (await stat(this.partOf(id))).size;
    if (chunk.start !== before || writing.has(id)) {
      chunk.content.resume();
      return before;
    }
    writing.add(id);
    try {
      if (session.total === undefined) await this.#keep({ ...session, total: chunk.total });
      await pipeline(chunk.content, countTo(expected), createWriteStream(this.partOf(id), { flags: 'a', flush: true }));
      const after = (await stat(this.partOf(id))).size;
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

  /** Ends a session with the file it became, which `name` gives its name; done again after a kill, `name` is called again. */
  finish(session: UploadSession, name: (part: string) => Promise<StoredFile>): Promise<StoredFile> {
    const { id } = session;
    const running = finishing.get(id) ?? (async () => {
      const before = readNote(await readFile(this.#note(id), 'utf8'));
      if (before.finished) return before.finished;
      const finished = await name(this.partOf(id));
      await this.#keep({ ...session, finished });
      await rm(this.partOf(id), { force: true });
      return finished;
    })().finally(() => finishing.delete(id));
    finishing.set(id, running);
    return running;
  }

  partOf(id: string): string {
    return join(this.#folder, `${id}.part`);
  }

  #note(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  async #keep(session: UploadSession): Promise<void> {
    const written = `${this.#note(session.id)}-${randomUUID()}`;
    await writeFile(written, JSON.stringify(session), { flag: 'wx', flush: true });
    await rename(written, this.#note(session.id));
  }
}

/** @throws GromaError BAD_INPUT when the total of a session is another one. */
export function requireTotal({ total }: UploadSession, said: number): void {
  if (total !== undefined && total !== said) throw new GromaError('BAD_INPUT', { detail: `Content-Range: the total was ${total} before and is ${said} now` });
}

/** Deletes the sessions of a folder that nobody went on with, and the notes of finished ones. */
export async function sweepUploads(folder: string, now: number): Promise<void> {
  const ages = new Map<string, { newest: number; hasPart: boolean; names: string[] }>();
  for (const name of await readdir(folder).catch(() => [])) {
    const id = name.slice(0, name.indexOf('.'));
    const { newest = 0, hasPart = false, names = [] } = ages.get(id) ?? {};
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }));
    ages.set(id, { newest: Math.max(newest, mtimeMs), hasPart: hasPart || name.endsWith('.part'), names: [...names, name] });
  }
  for (const { newest, hasPart, names } of ages.values()) {
    if (newest > now - (hasPart ? kept.open : kept.finished)) continue;
    for (const name of names) await rm(join(folder, name), { force: true });
  }
}

function readNote(text: string): UploadSession {
  const session = JSON.parse(text) as UploadSession;
  return session.finished ? { ...session, finished: { ...session.finished, modifiedAt: new Date(session.finished.modifiedAt) } } : session;
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

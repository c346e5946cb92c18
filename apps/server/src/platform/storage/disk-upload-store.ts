import { createHash, randomUUID, type Hash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GromaError, isId } from '@groma/model';
import type { FileStore, StoredFile } from './file-store.ts';
import { bootId } from './boot-id.ts';
import { LiveParts, type LivePart } from './live-parts.ts';
import { runInThread } from './thread/storage-threads.ts';
import type { Chunk, NewUpload, UploadSession, UploadStore } from './upload-store.ts';
import { largestChunk, requireTotal } from './upload-rules.ts';
import { writeChunk } from './write-chunk.ts';

type Finished = StoredFile & { sha256: string };
/** What is kept beside the bytes. After a power cut only `synced` of them are believed. */
interface Note extends UploadSession {
  boot: string;
  synced: number;
}
interface Writing {
  cut(): void;
  ended: Promise<unknown>;
  heardAt: number;
}

/** Sessions that a chunk is being written to in this process. */
const writing = new Map<string, Writing>();
/** Sessions whose file is just getting its name, with that file. */
const finishing = new Map<string, Promise<Finished>>();
/** SHA-256 so far, with the bytes it is of. Where it is missing the file is read again at the end. */
const sums = new Map<string, { sum: Hash; bytes: number }>();
const mostSums = 10_000;
/** Sessions whose bytes are just being brought to the disk. */
const syncing = new Map<string, Promise<void>>();
const parts = new LiveParts<Note>();

const hourMs = 60 * 60 * 1000;
/** How long a session waits for its next chunk, and how long the end of one can be asked again. */
const kept = { open: 24 * hourMs, finished: hourMs };
/** Silence after which a writer has lost its line, and another may go on. */
const silenceMs = 5_000;
/** Bytes after which what came is brought to the disk, beside the chunks that follow. */
const syncBytes = 32 * 1024 * 1024;

/** Each session is a growing file beside a note of what it is for. */
export class DiskUploadStore implements UploadStore {
  readonly #folder: string;
  readonly #adopt: (session: UploadSession, part: string) => Promise<StoredFile>;

  /** `folder` lies on the disk of the project's files and is seen by no kernel. */
  constructor(folder: string, adopt: (session: UploadSession, part: string) => ReturnType<FileStore['adopt']>) {
    this.#folder = folder;
    this.#adopt = adopt;
  }

  async open(upload: NewUpload): Promise<UploadSession> {
    await mkdir(this.#folder, { recursive: true });
    const session = { ...upload, id: randomUUID() };
    await writeFile(this.#part(session.id), '', { flag: 'wx' });
    await this.#keep({ ...session, boot: bootId(), synced: 0 });
    return session;
  }

  async find(id: string, userId: string): Promise<{ session: UploadSession; received: number }> {
    // Before anything is looked for by it: an id is part of a path.
    if (!isId(id)) throw new GromaError('NOT_FOUND', { noun: 'upload' });
    const live = parts.get(this.#part(id));
    if (live?.note.userId === userId) return { session: live.note, received: live.size };
    // The part goes just after the note says that it has become a file: what is missing here may be finished by now.
    for (let attempt = 0; attempt < 2; attempt++) {
      const note = await this.#note(id).catch(() => undefined);
      if (note?.userId !== userId) break;
      const { boot, synced, ...session } = note;
      if (session.finished) return { session, received: session.finished.bytes };
      const part = await stat(this.#part(id)).catch(() => undefined);
      if (!part) continue;
      if (boot === bootId()) return { session, received: part.size };
      const received = Math.min(synced, part.size);
      await truncate(this.#part(id), received);
      await this.#keep({ ...note, boot: bootId() });
      return { session, received };
    }
    throw new GromaError('NOT_FOUND', { noun: 'upload' });
  }

  async append(session: UploadSession, chunk: Chunk): Promise<number> {
    const { id } = session;
    requireTotal(session, chunk.total);
    if (chunk.end - chunk.start + 1 > largestChunk)
      throw new GromaError('TOO_LARGE', { name: 'The chunk', limit: '64 MB' });
    await this.#takeOver(id);
    const ended = Promise.withResolvers<void>();
    const own: Writing = {
      cut: () => {
        chunk.content.destroy(new Error('Another writer went on.'));
      },
      ended: ended.promise,
      heardAt: performance.now(),
    };
    // From here on nobody else writes, so what is there stays what it is found to be.
    writing.set(id, own);
    try {
      const live = await this.#live(id);
      if (typeof live === 'number') {
        chunk.content.resume();
        return live;
      }
      // Another may have fixed it since the session was found.
      requireTotal(live.note, chunk.total);
      const before = live.size;
      if (chunk.start > before || chunk.end < before) {
        chunk.content.resume();
        return before;
      }
      if (live.note.total === undefined) {
        live.note = { ...live.note, total: chunk.total };
        await this.#keep(live.note);
      }
      await this.#write(live, chunk, own);
      this.#bringToDisk(live);
      return live.size;
    } finally {
      writing.delete(id);
      ended.resolve();
    }
  }

  finish(session: UploadSession): Promise<Finished> {
    const { id } = session;
    const running =
      finishing.get(id) ??
      (async () => {
        await syncing.get(id);
        await parts.drop(this.#part(id));
        const note = await this.#note(id);
        if (note.finished) return note.finished;
        const stored = await this.#adopt(session, this.#part(id));
        const sha256 = await this.#sum(id, stored.bytes);
        const finished = { ...stored, sha256 };
        await this.#keep({ ...note, ...session, finished });
        await rm(this.#part(id), { force: true });
        return finished;
      })().finally(() => {
        finishing.delete(id);
      });
    finishing.set(id, running);
    return running;
  }

  async cancel({ id }: UploadSession): Promise<void> {
    const writer = writing.get(id);
    writer?.cut();
    await writer?.ended;
    await syncing.get(id);
    await parts.drop(this.#part(id));
    sums.delete(id);
    for (const path of [this.#part(id), this.#noteOf(id)]) await rm(path, { force: true });
  }

  /**
   * The file of a session, held open; the bytes of the whole when it has become a file meanwhile.
   * @throws GromaError NOT_FOUND.
   */
  async #live(id: string): Promise<LivePart<Note> | number> {
    const known = parts.get(this.#part(id));
    // Another process may have gone on with it.
    if (known && (await known.handle.stat()).size === known.size) return known;
    const note = await this.#note(id).catch(() => {
      throw new GromaError('NOT_FOUND', { noun: 'upload' });
    });
    if (note.finished) return note.finished.bytes;
    return parts.open(this.#part(id), note).catch(() => {
      throw new GromaError('NOT_FOUND', { noun: 'upload' });
    });
  }

  /**
   * Waits for its turn. A writer that is no longer heard loses it: its line may be dead without the server having been
   * told.
   */
  async #takeOver(id: string): Promise<void> {
    for (let writer = writing.get(id); writer; writer = writing.get(id)) {
      await Promise.race([writer.ended, sleep(silenceMs / 5, undefined, { ref: false })]);
      if (writing.get(id) !== writer || performance.now() - writer.heardAt < silenceMs) continue;
      writer.cut();
      await writer.ended;
    }
  }

  /**
   * Writes what is new of a chunk. What came whole before a cut stays: the client asks where to go on. A chunk that
   * lies is taken back.
   */
  async #write(live: LivePart<Note>, chunk: Chunk, own: Writing): Promise<void> {
    const {
      handle,
      size: before,
      note: { id },
    } = live;
    const known = sums.get(id);
    const sum = known?.bytes === before ? known.sum.copy() : before === 0 ? createHash('sha256') : undefined;
    try {
      await writeChunk(handle, chunk, before, (piece) => {
        own.heardAt = performance.now();
        sum?.update(piece);
      });
      live.size = chunk.end + 1;
      if (sum) remember(id, sum, live.size);
    } catch (error) {
      if (error instanceof GromaError) await handle.truncate(before);
      live.size = (await handle.stat()).size;
      throw error;
    }
  }

  /**
   * Beside the chunks that follow, so that little is lost when the power goes and little is left to wait for at the
   * end.
   */
  #bringToDisk(live: LivePart<Note>): void {
    const {
      handle,
      size,
      note: { id, synced },
    } = live;
    if (syncing.has(id) || size - synced < syncBytes) return;
    const running = handle
      .datasync()
      .then(async () => {
        live.note = { ...live.note, synced: size };
        await this.#keep(live.note);
        // The session is over, or the disk refuses: then the end of the upload says so.
      })
      .catch(() => undefined)
      .finally(() => {
        syncing.delete(id);
      });
    syncing.set(id, running);
  }

  async #sum(id: string, bytes: number): Promise<string> {
    const known = sums.get(id);
    sums.delete(id);
    if (known?.bytes === bytes) return known.sum.digest('hex');
    const part = await open(this.#part(id), 'r');
    return runInThread('hash', { fd: part.fd, bytes }).finally(() => part.close());
  }

  #part(id: string): string {
    return join(this.#folder, `${id}.part`);
  }

  #noteOf(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  async #note(id: string): Promise<Note> {
    const note = JSON.parse(await readFile(this.#noteOf(id), 'utf8')) as Note;
    return note.finished
      ? { ...note, finished: { ...note.finished, modifiedAt: new Date(note.finished.modifiedAt) } }
      : note;
  }

  /** Not brought to the disk: a note from before a power cut tells of fewer bytes, which then come again. */
  async #keep(note: Note): Promise<void> {
    const written = `${this.#noteOf(note.id)}-${randomUUID()}`;
    await writeFile(written, JSON.stringify(note), { flag: 'wx' });
    await rename(written, this.#noteOf(note.id));
  }
}

function remember(id: string, sum: Hash, bytes: number): void {
  sums.delete(id);
  sums.set(id, { sum, bytes });
  if (sums.size > mostSums) sums.delete(sums.keys().next().value!);
}

/** Deletes the sessions of a folder that nobody went on with, and the notes of finished ones. */
export async function sweepUploads(folder: string, now: number): Promise<void> {
  const ages = new Map<string, { newest: number; hasPart: boolean; names: string[] }>();
  for (const name of await readdir(folder).catch(() => [])) {
    const id = name.slice(0, name.indexOf('.'));
    const { newest = 0, hasPart = false, names = [] } = ages.get(id) ?? {};
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }));
    ages.set(id, {
      newest: Math.max(newest, mtimeMs),
      hasPart: hasPart || name.endsWith('.part'),
      names: [...names, name],
    });
  }
  for (const { newest, hasPart, names } of ages.values()) {
    if (newest > now - (hasPart ? kept.open : kept.finished)) continue;
    for (const name of names) await rm(join(folder, name), { force: true });
  }
}

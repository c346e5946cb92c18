import { rm } from 'node:fs/promises';
import { GromaError, type DataPath, type ProjectId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import type { StoredFile } from '../../../platform/storage/file-store.ts';

interface Lent {
  path: string;
  folder: string;
  usedAt: number;
}

const idleMs = 15 * 60_000;
const mostLent = 256;
/**
 * How long a file is taken to be what it was when nothing tells of a change: a map asks for dozens of tiles at once.
 */
const freshMs = 100;
const mostSeen = 256;

/**
 * Files of projects under a second name, which no kernel can swap while threads read them. A name lasts as long as the
 * content: what is written anew gets another.
 */
export class LentRasters {
  readonly #platform: Platform;
  readonly #lent = new Map<string, Promise<Lent>>();
  readonly #seen = new Map<string, { stored: Promise<StoredFile | undefined>; since: number }>();
  readonly #sweep = setInterval(() => {
    this.#dropIdle();
  }, idleMs / 5).unref();

  constructor(platform: Platform) {
    this.#platform = platform;
    platform.bus.subscribe('files-changed', () => {
      this.#seen.clear();
    });
  }

  /** The path that threads read, and the name of the content. @throws GromaError FILE_NOT_FOUND, BAD_PATH */
  async find(projectId: ProjectId, path: DataPath): Promise<{ path: string; id: string }> {
    const stored = await this.#look(projectId, path);
    if (!stored || stored.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
    const id = `${projectId}${path} ${stored.bytes}-${stored.modifiedAt.getTime()}`;
    const lending = this.#lent.get(id) ?? this.#lend(projectId, path);
    this.#lent.delete(id);
    this.#lent.set(id, lending);
    lending.catch(() => {
      this.#lent.delete(id);
    });
    const lent = await lending;
    lent.usedAt = performance.now();
    this.#makeRoom();
    return { path: lent.path, id };
  }

  #look(projectId: ProjectId, path: DataPath): Promise<StoredFile | undefined> {
    const key = `${projectId}${path}`;
    const known = this.#seen.get(key);
    if (known && performance.now() - known.since < freshMs) return known.stored;
    if (this.#seen.size >= mostSeen) this.#seen.clear();
    const stored = this.#platform.files.stat(projectId, path);
    const seen = { stored, since: performance.now() };
    this.#seen.set(key, seen);
    // What is not there may be the next moment.
    const forget = (): void => {
      if (this.#seen.get(key) === seen) this.#seen.delete(key);
    };
    stored.then((found) => {
      if (!found) forget();
    }, forget);
    return stored;
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#lent.keys()].map((id) => this.#drop(id)));
  }

  async #lend(projectId: ProjectId, path: DataPath): Promise<Lent> {
    const folder = await this.#platform.blobs.workFolder();
    try {
      return { folder, path: await this.#platform.files.lend(projectId, path, folder), usedAt: performance.now() };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  #makeRoom(): void {
    const [oldest] = this.#lent.keys();
    if (this.#lent.size > mostLent && oldest !== undefined) void this.#drop(oldest);
  }

  #dropIdle(): void {
    for (const [id, lending] of this.#lent)
      void lending.then(
        ({ usedAt }) => (performance.now() - usedAt > idleMs ? this.#drop(id) : undefined),
        () => undefined,
      );
  }

  /** Threads that have the file open read on: its bytes are there until they close it. */
  async #drop(id: string): Promise<void> {
    const lent = await this.#lent.get(id)?.catch(() => undefined);
    this.#lent.delete(id);
    if (lent) await rm(lent.folder, { recursive: true, force: true });
  }
}

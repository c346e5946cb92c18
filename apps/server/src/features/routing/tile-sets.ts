import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTiles } from './build-tiles.ts';
import { engineVersion, ensureEngine, hasEngine } from './engine-package.ts';

/** An extract whose roads are wanted. */
export interface ExtractSource {
  /** The project it belongs to, or `server`: nobody is given tiles that somebody else may have made something of. */
  owner: string;
  sha256: string;
  /** As people know it. */
  name: string;
  /** Gives the path of the file for as long as the work lasts. */
  lend<Result>(work: (path: string) => Promise<Result>): Promise<Result>;
}

/** How far a build is. */
export interface BuildProgress {
  progress: number;
  subTask: 'engine' | 'tiles';
}

interface Build {
  done: Promise<void>;
  aborter: AbortController;
  listeners: Set<(progress: BuildProgress) => void>;
  last: BuildProgress;
}

const marker = '.complete';
const building = '.building';
const removals = 10;
const removalMs = 100;
/** Tiles that nobody has used for so long go. */
const keptMs = 30 * 24 * 3_600_000;
/** Nothing is written for so long in a folder that is still being built. */
const abandonedMs = 24 * 3_600_000;

/**
 * The tiles of extracts in the data folder, kept by the hash of the extract. Those who want the same at once wait for
 * the same build.
 */
export class TileSets {
  readonly #root: string;
  readonly #engineFolder: string;
  readonly #builds = new Map<string, Build>();

  constructor(dataFolder: string, engineFolder: string) {
    this.#root = join(dataFolder, 'routing');
    this.#engineFolder = engineFolder;
  }

  /** The folder of the tiles of an extract, whether they are there or not. */
  folderOf({ owner, sha256 }: ExtractSource): string {
    return join(this.#root, owner, `${sha256.slice(0, 40)}-${engineVersion}`);
  }

  /** Whether the tiles and what reads them are there. */
  async isReady(source: ExtractSource): Promise<boolean> {
    const now = new Date();
    const isBuilt = await utimes(join(this.folderOf(source), marker), now, now).then(
      () => true,
      () => false,
    );
    return isBuilt && hasEngine(this.#engineFolder);
  }

  /**
   * Makes the tiles where they are missing. A build goes on as long as somebody waits for it.
   * @throws GromaError FILE_UNREADABLE, UNAVAILABLE; the signal's reason
   */
  async ensure(
    source: ExtractSource,
    signal: AbortSignal,
    onProgress: (progress: BuildProgress) => void = () => undefined,
  ): Promise<void> {
    signal.throwIfAborted();
    if (await this.isReady(source)) return;
    const build = this.#join(source);
    build.listeners.add(onProgress);
    onProgress(build.last);
    const left = Promise.withResolvers<never>();
    const leave = (): void => {
      build.listeners.delete(onProgress);
      if (build.listeners.size === 0) build.aborter.abort(signal.reason);
      left.reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    try {
      await Promise.race([build.done, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Deletes the tiles of a project. */
  async removeOf(owner: string): Promise<void> {
    await rm(join(this.#root, owner), { recursive: true, force: true });
  }

  /** Deletes tiles that nobody uses any more, and what killed builds have left. */
  async sweep(now = Date.now()): Promise<void> {
    for (const owner of await readdir(this.#root).catch(() => []))
      for (const name of await readdir(join(this.#root, owner)).catch(() => [])) {
        const folder = join(this.#root, owner, name);
        const isBuilding = name.endsWith(building);
        const { mtimeMs } = await stat(isBuilding ? folder : join(folder, marker)).catch(() => ({ mtimeMs: 0 }));
        if (now - mtimeMs > (isBuilding ? abandonedMs : keptMs)) await rm(folder, { recursive: true, force: true });
      }
  }

  close(): void {
    for (const { aborter } of this.#builds.values()) aborter.abort(new Error('The server stops.'));
  }

  #join(source: ExtractSource): Build {
    const folder = this.folderOf(source);
    const running = this.#builds.get(folder);
    if (running && !running.aborter.signal.aborted) return running;
    const aborter = new AbortController();
    const build: Build = {
      aborter,
      listeners: new Set(),
      last: { progress: 0, subTask: 'engine' },
      done: Promise.resolve(),
    };
    const tell = (progress: BuildProgress): void => {
      build.last = progress;
      for (const listener of build.listeners) listener(progress);
    };
    build.done = this.#build(source, aborter.signal, tell).finally(() => {
      if (this.#builds.get(folder) === build) this.#builds.delete(folder);
    });
    build.done.catch(() => undefined);
    this.#builds.set(folder, build);
    return build;
  }

  async #build(source: ExtractSource, signal: AbortSignal, tell: (progress: BuildProgress) => void): Promise<void> {
    const engineFolder = this.#engineFolder;
    await ensureEngine(engineFolder);
    if (await this.isReady(source)) return;
    const folder = this.folderOf(source);
    const unfinished = `${folder}.${crypto.randomUUID()}${building}`;
    await mkdir(unfinished, { recursive: true });
    try {
      await source.lend((extract) =>
        buildTiles({
          engineFolder,
          extract,
          name: source.name,
          tileFolder: unfinished,
          signal,
          onProgress: (progress) => tell({ progress, subTask: 'tiles' }),
        }),
      );
      await writeFile(join(unfinished, marker), '');
      await rename(unfinished, folder);
    } catch (error) {
      // What was killed in the sandbox may write a last file meanwhile.
      await rm(unfinished, { recursive: true, force: true, maxRetries: removals, retryDelay: removalMs });
      // Another process may have built the same meanwhile.
      if (signal.aborted || !(await this.isReady(source))) throw error;
    }
  }
}

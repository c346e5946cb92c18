import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** What the product keeps for itself (layer snapshots and the like), by key such as `layers/{id}/{n}/points.arrow`. */
export interface BlobStore {
  /**
   * Moves a finished file into the store under a key, on disk before it resolves; not so where it may be lost with the
   * power: then it is missing or of another size afterwards.
   */
  adopt(key: string, file: string, options?: { mayBeLost: boolean }): Promise<void>;
  /** `pieceBytes`: of pieces larger than a stream's own, for who takes much and soon. */
  read(key: string, range?: { start: number; end: number }, pieceBytes?: number): Promise<Readable>;
  size(key: string): Promise<number | undefined>;
  /** Keys below a prefix that ends with a slash; with `before`, only those that were stored before. */
  list(prefix: string, before?: Date): Promise<string[]>;
  /** Removes everything below a prefix that ends with a slash. */
  removeAll(prefix: string): Promise<void>;
  /** An empty folder to work in, on the same disk; the caller removes it. */
  workFolder(): Promise<string>;
  /** Removes work folders that were made before, whose makers are gone. */
  removeOldWork(before: Date): Promise<void>;
}

/** Blobs as plain files. */
export class DiskBlobStore implements BlobStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async adopt(key: string, file: string, { mayBeLost } = { mayBeLost: false }): Promise<void> {
    const target = join(this.#root, key);
    await mkdir(dirname(target), { recursive: true });
    if (!mayBeLost) await sync(file);
    await rename(file, target);
    if (!mayBeLost) await sync(dirname(target));
  }

  read(key: string, range?: { start: number; end: number }, pieceBytes?: number): Promise<Readable> {
    const options = { ...range, ...(pieceBytes !== undefined && { highWaterMark: pieceBytes }) };
    return Promise.resolve(createReadStream(join(this.#root, key), options));
  }

  async size(key: string): Promise<number | undefined> {
    return (await stat(join(this.#root, key)).catch(() => undefined))?.size;
  }

  async list(prefix: string, before?: Date): Promise<string[]> {
    const entries = await readdir(join(this.#root, prefix), { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const meant = before ? await olderThan(before, paths) : paths;
    return meant.map((path) => path.slice(this.#root.length + 1));
  }

  async removeAll(prefix: string): Promise<void> {
    if (!prefix.endsWith('/')) throw new Error(`${prefix} does not end with a slash.`);
    await rm(join(this.#root, prefix), { recursive: true, force: true });
  }

  async workFolder(): Promise<string> {
    const folder = join(this.#root, 'work', crypto.randomUUID());
    await mkdir(folder, { recursive: true });
    return folder;
  }

  removeOldWork(before: Date): Promise<void> {
    return removeOldFolders(join(this.#root, 'work'), before);
  }
}

/** Removes what lies in a folder and was changed before, not counting what lies deeper. */
export async function removeOldFolders(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of await olderThan(
    before,
    names.map((name) => join(folder, name)),
  ))
    await rm(path, { recursive: true, force: true });
}

async function olderThan(before: Date, paths: readonly string[]): Promise<string[]> {
  const old: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < before.getTime()) old.push(path);
  }
  return old;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

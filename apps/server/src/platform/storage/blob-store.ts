import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** What the product keeps for itself (layer snapshots and the like), by key such as `layers/{id}/{n}/points.arrow`. */
export interface BlobStore {
  /** Moves a finished file into the store under a key, on disk before it resolves. */
  adopt(key: string, file: string): Promise<void>;
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  size(key: string): Promise<number | undefined>;
  /** Keys below a prefix that ends with a slash. */
  list(prefix: string): Promise<string[]>;
  /** Removes everything below a prefix that ends with a slash. */
  removeAll(prefix: string): Promise<void>;
  /** An empty folder to work in, on the same disk; the caller removes it. */
  workFolder(): Promise<string>;
}

/** Blobs as plain files. */
export class DiskBlobStore implements BlobStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async adopt(key: string, file: string): Promise<void> {
    const target = join(this.#root, key);
    await mkdir(dirname(target), { recursive: true });
    await sync(file);
    await rename(file, target);
    await sync(dirname(target));
  }

  read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    return Promise.resolve(createReadStream(join(this.#root, key), range));
  }

  async size(key: string): Promise<number | undefined> {
    return (await stat(join(this.#root, key)).catch(() => undefined))?.size;
  }

  async list(prefix: string): Promise<string[]> {
    const entries = await readdir(join(this.#root, prefix), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(this.#root.length + 1));
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
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

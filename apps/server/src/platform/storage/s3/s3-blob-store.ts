import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { removeOldFolders, type BlobStore } from '../blob-store.ts';
import type { ObjectStore } from './object-store.ts';

/** Blobs as objects below `blobs/`; work folders are on this machine. */
export class S3BlobStore implements BlobStore {
  readonly #objects: ObjectStore;
  readonly #workRoot: string;

  constructor(objects: ObjectStore, workRoot: string) {
    this.#objects = objects;
    this.#workRoot = workRoot;
  }

  async adopt(key: string, file: string): Promise<void> {
    await this.#objects.put(`blobs/${key}`, createReadStream(file, { highWaterMark: 1024 * 1024 }));
    await rm(file);
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    return (await this.#objects.get(`blobs/${key}`, range)).content;
  }

  size(key: string): Promise<number | undefined> {
    return this.#objects.size(`blobs/${key}`);
  }

  async list(prefix: string, before?: Date): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key, modifiedAt } of this.#objects.list(`blobs/${prefix}`))
      if (!before || modifiedAt < before) keys.push(key.slice('blobs/'.length));
    return keys;
  }

  async removeAll(prefix: string): Promise<void> {
    if (!prefix.endsWith('/')) throw new Error(`${prefix} does not end with a slash.`);
    if (prefix === 'work/') await rm(join(this.#workRoot, 'work'), { recursive: true, force: true });
    await this.#objects.removeAll(`blobs/${prefix}`);
  }

  async workFolder(): Promise<string> {
    const folder = join(this.#workRoot, 'work', crypto.randomUUID());
    await mkdir(folder, { recursive: true });
    return folder;
  }

  removeOldWork(before: Date): Promise<void> {
    return removeOldFolders(join(this.#workRoot, 'work'), before);
  }
}

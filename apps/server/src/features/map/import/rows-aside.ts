import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { RunStorage } from '@groma/geo';

/**
 * Rows of a layer that is being built, on the disk. The file has no name, so that nothing is left of it however the
 * thread ends.
 */
export class RowsAside implements RunStorage {
  readonly #folder: string;
  #descriptor: number | null = null;
  #end = 0;

  /** In an existing folder. Nothing is made there until rows come. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  append(bytes: Uint8Array): void {
    this.#descriptor ??= openNameless(this.#folder);
    for (let at = 0; at < bytes.byteLength;) {
      const written = writeSync(this.#descriptor, bytes, at, bytes.byteLength - at, this.#end);
      at += written;
      this.#end += written;
    }
  }

  read(offset: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length;) {
      const read = readSync(this.#descriptor!, bytes, at, length - at, offset + at);
      if (read === 0) throw new Error('The rows that were put aside end too early.');
      at += read;
    }
    return bytes;
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

function openNameless(folder: string): number {
  const path = join(folder, `rows-${crypto.randomUUID()}`);
  const descriptor = openSync(path, 'wx+');
  unlinkSync(path);
  return descriptor;
}

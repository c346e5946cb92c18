import { closeSync, openSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

const bufferedRows = 64 * 1024;
const bytesOfOffset = 8;

/** Writes places of rows, one after the other, as doubles. */
export class OffsetFile {
  readonly #descriptor: number;
  readonly #buffer = new Float64Array(bufferedRows);
  #filled = 0;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'w');
  }

  add(offset: number): void {
    this.#buffer[this.#filled++] = offset;
    if (this.#filled === bufferedRows) this.flush();
  }

  /** Rows written before are there for readers afterwards. */
  flush(): void {
    writeSync(this.#descriptor, new Uint8Array(this.#buffer.buffer, 0, this.#filled * bytesOfOffset));
    this.#filled = 0;
  }

  close(): void {
    this.flush();
    closeSync(this.#descriptor);
  }
}

/** Reads places `start` to `end` (not counted). */
export async function readOffsets(handle: FileHandle, start: number, end: number): Promise<Float64Array> {
  const offsets = new Float64Array(Math.max(0, end - start));
  const { bytesRead } = await handle.read(new Uint8Array(offsets.buffer), 0, offsets.byteLength, start * bytesOfOffset);
  return offsets.subarray(0, Math.floor(bytesRead / bytesOfOffset));
}

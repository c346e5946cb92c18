import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

const pageBytes = 16 * 1_048_576;
/** What is held before pages are put into the file. */
const mostHeldBytes = 192 * 1_048_576;

/** Bytes that are written one after another and read again in another order: in memory, and beyond that in a file. */
export class BytesAside {
  readonly #path: string;
  readonly #heldPages: number;
  readonly #pages: (Buffer | null)[] = [];
  #file: number | null = null;
  /** Where the next bytes go. */
  #end = 0;

  /** `path` is a file that is made where it is needed, and is gone after `close`. */
  constructor(path: string, heldBytes = mostHeldBytes) {
    this.#path = path;
    this.#heldPages = Math.max(1, Math.floor(heldBytes / pageBytes));
  }

  get length(): number {
    return this.#end;
  }

  append(bytes: Buffer): void {
    for (let from = 0; from < bytes.length;) {
      const within = this.#end % pageBytes;
      if (within === 0) this.#begin();
      const page = this.#pages.at(-1)!;
      const copied = bytes.copy(page, within, from);
      from += copied;
      this.#end += copied;
    }
  }

  /** Copies the bytes from `start` on, `length` of them, to a place of `into`. */
  copy(start: number, length: number, into: Buffer, at: number): void {
    for (let done = 0; done < length;) {
      const number = Math.floor((start + done) / pageBytes);
      const within = (start + done) % pageBytes;
      const part = Math.min(length - done, pageBytes - within);
      const page = this.#pages[number]!;
      if (page) page.copy(into, at + done, within, within + part);
      else
        for (let read = 0; read < part;) read += this.#read(into, at + done + read, part - read, start + done + read);
      done += part;
    }
  }

  close(): void {
    this.#pages.length = 0;
    if (this.#file === null) return;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
    this.#file = null;
  }

  #read(into: Buffer, at: number, length: number, position: number): number {
    const read = readSync(this.#file!, into, at, length, position);
    if (read === 0) throw new Error(`${this.#path} has become shorter.`);
    return read;
  }

  #begin(): void {
    const number = this.#pages.length;
    if (number < this.#heldPages) {
      this.#pages.push(Buffer.allocUnsafe(pageBytes));
      return;
    }
    // The last page goes into the file, and its memory is used for the next.
    const page = this.#pages[number - 1]!;
    this.#file ??= openSync(this.#path, 'wx+');
    const start = (number - 1) * pageBytes;
    for (let at = 0; at < pageBytes;) at += writeSync(this.#file, page, at, pageBytes - at, start + at);
    this.#pages[number - 1] = null;
    this.#pages.push(page);
  }
}

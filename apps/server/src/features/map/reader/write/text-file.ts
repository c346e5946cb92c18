import { closeSync, openSync, writeSync } from 'node:fs';

const chunkCharacters = 1 << 20;

/** A text file written in large pieces. It blocks its thread. */
export class TextFile {
  readonly #handle: number;
  #pieces: string[] = [];
  #characters = 0;

  constructor(path: string) {
    this.#handle = openSync(path, 'wx');
  }

  write(text: string): void {
    this.#pieces.push(text);
    this.#characters += text.length;
    if (this.#characters >= chunkCharacters) this.flush();
  }

  flush(): void {
    const bytes = Buffer.from(this.#pieces.join(''), 'utf8');
    this.#pieces = [];
    this.#characters = 0;
    for (let at = 0; at < bytes.length;) at += writeSync(this.#handle, bytes, at);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

import { isAscii } from 'node:buffer';

const mostBytes = 64 * 1024;
/** A word of bytes: what stands between the separators of ASCII. */
const separators = /[\0-@[-`{-\x7f]*[\0-,./:-@[-`{-\x7f]+/;

/** Words with bytes beyond ASCII, each once, until there is enough of them to tell an encoding by. */
export class WordSample {
  readonly #words = new Set<string>();
  #size = 0;

  get isFull(): boolean {
    return this.#size >= mostBytes;
  }

  /** Takes the words of some bytes; ASCII is passed over. */
  add(bytes: Uint8Array): void {
    if (this.isFull || isAscii(bytes)) return;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    for (const word of text.split(separators)) {
      if (!beyondAscii.test(word) || this.#words.has(word)) continue;
      this.#words.add(word);
      this.#size += word.length + 1;
      if (this.isFull) return;
    }
  }

  /** The words, each on a line. */
  get bytes(): Buffer {
    return Buffer.from([...this.#words].join('\n'), 'latin1');
  }
}

const beyondAscii = /[\x80-\xff]/;

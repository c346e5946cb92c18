import type { ServerResponse } from 'node:http';
import { SqlError } from './engine.ts';

/** Writes an answer no faster than it is read, and notices when nobody reads any more. */
export class AnswerWriter {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get isGone(): boolean {
    return this.#response.destroyed;
  }

  /** @throws SqlError of kind canceled when the reader has gone. */
  async write(...pieces: (Uint8Array | string)[]): Promise<void> {
    if (this.isGone) throw new SqlError({ kind: 'canceled', detail: '' });
    let mayGoOn = true;
    for (const piece of pieces) mayGoOn = this.#response.write(piece);
    if (!mayGoOn) await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#response.off('drain', done).off('close', done);
        resolve();
      };
      this.#response.on('drain', done).on('close', done);
    });
  }

  end(): void {
    this.#response.end();
  }
}

import type { Writable } from 'node:stream';
import { SqlError } from './engine.ts';
import { innerHeader } from './run-request.ts';

/**
 * Bytes that may wait to be read while more are made: enough that neither waits for the other, few enough for any
 * memory.
 */
const aheadBytes = 8 * 1_048_576;

/** Waits until a reader has taken what was written, as far as it may not wait, or has gone. */
function readOn(response: Writable, most = aheadBytes): Promise<void> | undefined {
  if (response.destroyed || response.writableLength <= most) return undefined;
  return new Promise<void>((resolve) => {
    const look = (): void => {
      response.off('drain', look).off('close', look);
      resolve();
    };
    response.on('drain', look).on('close', look);
  });
}

/** Writes pieces as they lie, with one call of the system for all. */
function writeAll(response: Writable, pieces: readonly (Uint8Array | string)[]): void {
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.uncork();
}

/** Writes an answer hardly faster than it is read, and notices when nobody reads any more. */
export class AnswerWriter {
  readonly #response: Writable;

  constructor(response: Writable) {
    this.#response = response;
  }

  get isGone(): boolean {
    return this.#response.destroyed;
  }

  /** @throws SqlError of kind canceled when the reader has gone. */
  async write(...pieces: (Uint8Array | string)[]): Promise<void> {
    if (this.isGone) throw new SqlError({ kind: 'canceled', detail: '' });
    writeAll(this.#response, pieces);
    await readOn(this.#response);
  }

  end(): void {
    this.#response.end();
  }
}

/** Writes lines in frames of their own. */
export class LinesWriter extends AnswerWriter {
  override write(...pieces: (Uint8Array | string)[]): Promise<void> {
    return super.write(
      innerHeader(
        'lines',
        pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0),
      ),
      ...pieces,
    );
  }
}

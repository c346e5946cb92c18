import { Readable } from 'node:stream';
import type { AppEvent } from '@groma/protocol';

/** A reader who takes in so little that so much waits for them is sent away. */
const mostWaitingBytes = 32 * 1024 ** 2;
const beatMs = 15_000;

/** Events as lines of JSON, with a beat now and then, by which both sides find that the other has gone. */
export class EventStream extends Readable {
  readonly #beat: NodeJS.Timeout;
  #hasEnded = false;

  constructor() {
    super({ highWaterMark: mostWaitingBytes });
    this.#beat = setInterval(() => this.tell({ type: 'beat' }), beatMs);
    this.#beat.unref();
  }

  tell(event: AppEvent): void {
    if (this.destroyed || this.#hasEnded) return;
    this.push(`${JSON.stringify(event)}\n`);
    if (event.type === 'ended') {
      this.#hasEnded = true;
      this.push(null);
    } else if (this.readableLength > mostWaitingBytes) this.destroy(new Error('The reader is too slow.'));
  }

  override _read(): void {
    // What comes is pushed.
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearInterval(this.#beat);
    done(error);
  }
}

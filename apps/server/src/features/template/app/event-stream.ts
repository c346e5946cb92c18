import { Readable } from 'node:stream';
import type { AppEvent } from '@groma/protocol';

/** A reader who takes in so little that so much waits for them is sent away. */
const mostWaitingBytes = 32 * 1024 ** 2;
/** What is handed on beyond this cannot be replaced by anything newer. */
const handedOnBytes = 256 * 1024;
const beatMs = 15_000;

/** An event as a line of JSON, made once for however many readers. */
export function lineOf(event: AppEvent): Buffer {
  return Buffer.from(`${JSON.stringify(event)}\n`);
}

/**
 * Events as lines of JSON, with a beat now and then, by which both sides find that the other has gone. While a reader
 * is slow, only the newest of each code block waits for them.
 */
export class EventStream extends Readable {
  readonly #beat: NodeJS.Timeout;
  /** By the ids of code blocks; other events have keys of their own. */
  readonly #waiting = new Map<string | symbol, Buffer>();
  #waitingBytes = 0;
  #isAsked = false;
  #hasEnded = false;

  constructor() {
    super({ highWaterMark: handedOnBytes });
    this.#beat = setInterval(() => this.tell({ type: 'beat' }), beatMs);
    this.#beat.unref();
  }

  tell(event: AppEvent, line: Buffer = lineOf(event)): void {
    if (this.destroyed || this.#hasEnded) return;
    this.#hasEnded = event.type === 'ended';
    const key = event.type === 'cell' ? event.id : Symbol(event.type);
    this.#forget(key);
    this.#waiting.set(key, line);
    this.#waitingBytes += line.length;
    this.#handOn();
    if (this.#waitingBytes > mostWaitingBytes) this.destroy(new Error('The reader is too slow.'));
  }

  override _read(): void {
    this.#isAsked = true;
    this.#handOn();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearInterval(this.#beat);
    this.#waiting.clear();
    done(error);
  }

  #handOn(): void {
    for (const [key, line] of this.#waiting) {
      if (!this.#isAsked) return;
      this.#forget(key);
      this.#isAsked = this.push(line);
    }
    if (this.#hasEnded && this.#waiting.size === 0) this.push(null);
  }

  #forget(key: string | symbol): void {
    this.#waitingBytes -= this.#waiting.get(key)?.length ?? 0;
    this.#waiting.delete(key);
  }
}

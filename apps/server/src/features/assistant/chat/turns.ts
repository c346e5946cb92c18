import { PassThrough } from 'node:stream';
import type { Platform } from '../../../platform/platform.ts';
import { runTurn, type Turn } from './turn.ts';

/** The answers that this process is writing. */
export class Turns {
  readonly #platform: Platform;
  readonly #running = new Map<string, { aborter: AbortController; ended: Promise<void> }>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Begins to write an answer, and gives its stream for whoever asked. It is written on when they go away. */
  begin(turn: Turn): PassThrough {
    const stream = new PassThrough();
    const aborter = new AbortController();
    const key = keyOf(turn);
    const tell = (text: string): void => {
      if (!stream.destroyed && !stream.writableEnded) stream.write(text);
    };
    // Whoever hangs up destroys it.
    stream.on('error', () => undefined);
    const ended = runTurn(this.#platform, turn, aborter, tell)
      .catch((error: unknown) => this.#platform.log.error('An answer of the assistant was not kept.', { error }))
      .finally(() => {
        stream.end();
        this.#running.delete(key);
      });
    this.#running.set(key, { aborter, ended });
    return stream;
  }

  /** Stops an answer if it is written here, and waits until it is stored. False where it is not. */
  async stop(place: { threadId: string; messageId: string }): Promise<boolean> {
    const running = this.#running.get(keyOf(place));
    running?.aborter.abort();
    await running?.ended;
    return running !== undefined;
  }

  /** Stops what is written here of a conversation, and waits until it is stored. */
  async stopAll(threadId: string): Promise<void> {
    const all = [...this.#running].flatMap(([key, running]) => (key.startsWith(`${threadId} `) ? [running] : []));
    for (const { aborter } of all) aborter.abort();
    await Promise.all(all.map(({ ended }) => ended));
  }

  async close(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { aborter } of all) aborter.abort();
    await Promise.all(all.map(({ ended }) => ended));
  }
}

function keyOf({ threadId, messageId }: { threadId: string; messageId: string }): string {
  return `${threadId} ${messageId}`;
}

import { encodeLiveMessage } from '@groma/protocol';
import { encodeAwarenessUpdate, type Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { Frame } from '../room/frame.ts';
import type { Listener } from './listener.ts';

/** Time between two sends for each listener: in a small room an edit goes out at once, among 200 people every 40 ms. */
const pauseMsEach = 0.2;
const longestPauseMs = 50;
/** The same while the server is busy, in rooms of any size: fewer messages, each with more. */
const busyPauseMs = 150;
/**
 * Anything that is not an edit waits longer by this factor, so that it travels with the edits that are on their way to
 * the disk.
 */
const cursorPauses = 1.5;
/** A timer is not worth less. */
const shortestWaitMs = 1;
/** Joining costs a copy, which is not worth it for what is large. */
const joinBytes = 64 * 1024;

/**
 * Tells the listeners of a document what has changed. What happens in one turn of the event loop, or until it is time
 * for the next send, travels together: with many people a message to each for every edit of each is what costs the
 * most.
 */
export class Outbox {
  readonly #listeners: ReadonlySet<Listener>;
  readonly #awareness: Awareness;
  #updates: Uint8Array[] = [];
  #clients = new Set<number>();
  /** Who has made all that waits, and need not be told; undefined while nothing waits, null when there are several. */
  #author: unknown;
  /** When what waits is sent; Infinity while nothing waits. */
  #dueAt = Infinity;
  #timer: NodeJS.Timeout | undefined;
  #lastSent = -Infinity;
  #isClosed = false;
  readonly #isBusy: () => boolean;

  constructor(listeners: ReadonlySet<Listener>, awareness: Awareness, isBusy: () => boolean = () => false) {
    this.#isBusy = isBusy;
    this.#listeners = listeners;
    this.#awareness = awareness;
  }

  /**
   * `cameAt` is when the edit came here (`performance.now`): what it has waited to be written it need not wait again.
   */
  addUpdate(update: Uint8Array, origin: unknown, cameAt: number): void {
    this.#updates.push(update);
    this.#schedule(origin, Math.min(this.#lastSent, cameAt) + this.#pauseMs());
  }

  addAwareness(clients: readonly number[], origin: unknown): void {
    for (const client of clients) this.#clients.add(client);
    this.#schedule(origin, this.#lastSent + this.#pauseMs() * cursorPauses);
  }

  /** Sends nothing any more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #pauseMs(): number {
    return this.#isBusy() ? busyPauseMs : Math.min(this.#listeners.size * pauseMsEach, longestPauseMs);
  }

  #schedule(origin: unknown, dueAt: number): void {
    this.#author = this.#author === undefined || this.#author === origin ? origin : null;
    if (dueAt >= this.#dueAt || this.#isClosed) return;
    // What has the patience no more takes with it what waits already.
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    const wait = dueAt - performance.now();
    if (wait >= shortestWaitMs) this.#timer = setTimeout(this.#send, wait).unref();
    else {
      // Nothing is due sooner.
      this.#dueAt = -Infinity;
      setImmediate(this.#send);
    }
  }

  readonly #send = (): void => {
    const [updates, clients, author] = [this.#updates, this.#clients, this.#author];
    this.#dueAt = Infinity;
    this.#updates = [];
    this.#clients = new Set();
    this.#author = undefined;
    if (this.#isClosed) return;
    const frames = joined(updates).map((update) => new Frame(encodeLiveMessage({ kind: 'update', update })));
    const cursors =
      clients.size > 0
        ? new Frame(
            encodeLiveMessage({ kind: 'awareness', update: encodeAwarenessUpdate(this.#awareness, [...clients]) }),
          )
        : null;
    // Yjs remembers for ever who has been here.
    for (const client of clients) if (!this.#awareness.states.has(client)) this.#awareness.meta.delete(client);
    for (const listener of this.#listeners) {
      if (listener === author) continue;
      for (const frame of frames) listener.send(frame);
      if (cursors && listener.isBehind !== true) listener.send(cursors);
    }
    this.#lastSent = performance.now();
  };
}

/** The same edits in fewer updates. */
function joined(updates: readonly Uint8Array[]): Uint8Array[] {
  const size = updates.reduce((sum, update) => sum + update.byteLength, 0);
  return updates.length < 2 || size > joinBytes ? [...updates] : [Y.mergeUpdates([...updates])];
}

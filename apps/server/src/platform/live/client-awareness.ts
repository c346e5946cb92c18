import { writeAwareness, type AwarenessEntry } from './awareness-message.ts';
import type { Listener } from './listener.ts';
import type { LiveDocument } from './live-document.ts';

/** Cursors one connection may show. A page has one; those shown longest ago fall away. */
const mostClients = 4;
/** Messages a connection may send at once; one more each `refillMs`. */
const burst = 40;
const refillMs = 50;

/**
 * What one connection shows of itself. Everyone in the room is sent it, and no right to write is needed: so it is
 * little, and not often. Of what comes faster the newest is shown when it is time.
 */
export class ClientAwareness {
  readonly #document: LiveDocument;
  readonly #listener: Listener;
  readonly #person: { id: string; username: string };
  /** Clients shown, newest last. */
  readonly #shown = new Set<number>();
  readonly #held = new Map<number, AwarenessEntry>();
  #tokens = burst;
  #filledAt = performance.now();
  #timer: NodeJS.Timeout | null = null;

  constructor(document: LiveDocument, listener: Listener, person: { id: string; username: string }) {
    this.#document = document;
    this.#listener = listener;
    this.#person = person;
  }

  /** A person speaks for their own cursors only: what is said for another's is dropped. */
  take(entries: readonly AwarenessEntry[]): void {
    for (const entry of entries) putLast(this.#held, entry.client, entry);
    for (const client of this.#held.keys()) if (this.#held.size > mostClients) this.#held.delete(client);
    this.#show();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#held.clear();
  }

  #show(): void {
    if (this.#timer || this.#held.size === 0) return;
    if (!this.#takeToken()) {
      this.#timer = setTimeout(() => {
        this.#timer = null;
        this.#show();
      }, refillMs);
      this.#timer.unref();
      return;
    }
    const entries = [...this.#held.values()].filter((entry) => this.#isOwn(entry));
    this.#held.clear();
    for (const { client, state } of entries) {
      this.#shown.delete(client);
      if (state) this.#shown.add(client);
      if (state) this.#document.speakers.set(client, this.#listener);
    }
    this.#document.receiveAwareness(writeAwareness(entries, this.#person), this.#listener);
    for (const { client, state } of entries) if (!state) this.#document.speakers.delete(client);
    const old = [...this.#shown].slice(0, Math.max(0, this.#shown.size - mostClients));
    for (const client of old) this.#shown.delete(client);
    this.#document.hide(old, this.#listener);
  }

  /** Nobody leaves who was not there. */
  #isOwn({ client, state }: AwarenessEntry): boolean {
    const speaker = this.#document.speakers.get(client);
    return speaker ? speaker.userId === this.#person.id : state !== null;
  }

  #takeToken(): boolean {
    const now = performance.now();
    this.#tokens = Math.min(burst, this.#tokens + (now - this.#filledAt) / refillMs);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

function putLast<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

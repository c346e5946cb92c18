import { cursorShareMs, isCursorShown } from '@groma/model';
import type { MapPerson } from '@groma/protocol';

export interface Cursor {
  userId: string;
  username: string;
  lng: number;
  lat: number;
  zoom: number;
  movedAt: number;
}

/**
 * The pointers of the others on one map. They move many times a second, so they stand outside the state that screens
 * draw from.
 */
export class Cursors {
  readonly #cursors = new Map<string, Cursor>();
  readonly #listeners = new Set<() => void>();
  #shown: readonly Cursor[] = [];
  #names = new Map<string, string>();

  /** Those to be drawn (MAP-048); the same list until one moves. */
  readonly shown = (): readonly Cursor[] => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  setPeople(people: readonly MapPerson[]): void {
    this.#names = new Map(people.map(({ id, username }) => [id, username]));
    for (const id of this.#cursors.keys()) if (!this.#names.has(id)) this.#cursors.delete(id);
    this.#tell();
  }

  move(userId: string, lng: number, lat: number, zoom: number): void {
    this.#cursors.set(userId, { userId, username: this.#names.get(userId) ?? '', lng, lat, zoom, movedAt: Date.now() });
    this.#tell();
  }

  clear(): void {
    this.#cursors.clear();
    this.#tell();
  }

  #tell(): void {
    this.#shown = [...this.#cursors.values()].filter(({ lng }) => isCursorShown(lng));
    for (const listener of this.#listeners) listener();
  }
}

/** Passes on the newest of what it gets, at most every `cursorShareMs` (MAP-083). */
export function throttled<Value>(
  send: (value: Value) => void,
  everyMs: number = cursorShareMs,
): (value: Value) => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let waiting: { value: Value } | null = null;
  const pass = (): void => {
    timer = null;
    if (!waiting) return;
    const { value } = waiting;
    waiting = null;
    send(value);
    timer = setTimeout(pass, everyMs);
  };
  return (value) => {
    waiting = { value };
    if (timer === null) pass();
  };
}

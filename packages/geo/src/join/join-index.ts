import type { PropertyValue } from '../geometry.ts';
import { joinKey } from './join-key.ts';

/** Finds for a key the first of the features that have it, by id (MAP-166). */
export class JoinIndex {
  readonly #fids = new Map<string, number>();
  readonly #repeated = new Set<string>();

  /** Takes a feature with the value of its key; in any order. */
  add(value: PropertyValue, fid: number): void {
    this.addKey(joinKey(value), fid);
  }

  /** The same for a key that is made already. */
  addKey(key: string | null, fid: number): void {
    if (key === null) return;
    const known = this.#fids.get(key);
    if (known === undefined) this.#fids.set(key, fid);
    else {
      this.#repeated.add(key);
      if (fid < known) this.#fids.set(key, fid);
    }
  }

  /** The id of the first feature whose key a value is; null where there is none. */
  find(value: PropertyValue): number | null {
    const key = joinKey(value);
    return key === null ? null : (this.#fids.get(key) ?? null);
  }

  /** How many different keys there are. */
  get size(): number {
    return this.#fids.size;
  }

  /** How many keys occur more than once. */
  get repeated(): number {
    return this.#repeated.size;
  }
}

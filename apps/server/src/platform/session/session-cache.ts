import type { User } from './user.ts';

const keptMs = 5_000;

/** Who is behind a session that was found valid in the last seconds. Cookies that open nothing are never kept. */
export class SessionCache {
  readonly #kept = new Map<string, { user: User; until: number }>();
  /** Ends of sessions so far: what was read from the records before one is not kept after it. */
  #ends = 0;
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  get(key: string): User | undefined {
    const entry = this.#kept.get(key);
    return entry && entry.until > performance.now() ? entry.user : undefined;
  }

  /** Begins a look at the records; the answer keeps what was found, unless a session has ended meanwhile. */
  prepare(key: string): (user: User) => void {
    const ends = this.#ends;
    return (user) => {
      if (ends !== this.#ends) return;
      // The newest stands last, so that the first are the oldest.
      this.#kept.delete(key);
      this.#kept.set(key, { user, until: performance.now() + keptMs });
      for (const [old, { until }] of this.#kept) {
        if (until > performance.now() && this.#kept.size <= this.#most) break;
        this.#kept.delete(old);
      }
    };
  }

  drop(key: string): void {
    this.#ends += 1;
    this.#kept.delete(key);
  }

  clear(): void {
    this.#ends += 1;
    this.#kept.clear();
  }
}

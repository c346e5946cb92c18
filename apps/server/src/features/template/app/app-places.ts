import { GromaError } from '@groma/model';

interface Waiting {
  key: string;
  most: number;
  onPlace(place: number): void;
  take(leave: (() => void) | null): void;
}

/** Who waits at once, of all applications together. */
const mostWaiting = 200;

/**
 * Places for sessions: so many at once in all, and so many of each key. Who comes when all are taken waits in order; a
 * full key keeps none of another waiting.
 */
export class AppPlaces {
  readonly #most: number;
  readonly #taken = new Map<string, number>();
  #waiting: Waiting[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** As many wait as may. */
  get isCrowded(): boolean {
    return this.#waiting.length >= mostWaiting;
  }

  /**
   * Takes a place, and gives what leaves it; null where `wake` was called meanwhile, so that none is needed. `onPlace`
   * is told the place in the queue, from 1, whenever it changes.
   * @throws GromaError BUSY where too many wait; the signal's reason
   */
  take(key: string, most: number, onPlace: (place: number) => void, signal: AbortSignal): Promise<(() => void) | null> {
    signal.throwIfAborted();
    if (this.#isFree(key, most)) return Promise.resolve(this.#enter(key));
    if (this.isCrowded) throw new GromaError('BUSY');
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        this.#tellPlaces(key);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        key,
        most,
        onPlace,
        take(place) {
          signal.removeEventListener('abort', leave);
          resolve(place);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      onPlace(this.#waiting.filter((each) => each.key === key).length);
    });
  }

  /** Those who wait for a key need no place any more. */
  wake(key: string): void {
    const woken = this.#waiting.filter((each) => each.key === key);
    this.#waiting = this.#waiting.filter((each) => each.key !== key);
    for (const { take } of woken) take(null);
  }

  #isFree(key: string, most: number): boolean {
    const all = [...this.#taken.values()].reduce((sum, each) => sum + each, 0);
    return all < this.#most && (this.#taken.get(key) ?? 0) < most;
  }

  #enter(key: string): () => void {
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left === 0) this.#taken.delete(key);
      else this.#taken.set(key, left);
      this.#admit();
    };
  }

  #admit(): void {
    for (const waiting of this.#waiting) {
      if (!this.#isFree(waiting.key, waiting.most)) continue;
      this.#waiting = this.#waiting.filter((each) => each !== waiting);
      waiting.take(this.#enter(waiting.key));
      this.#tellPlaces(waiting.key);
    }
  }

  #tellPlaces(key: string): void {
    for (const [index, each] of this.#waiting.filter((one) => one.key === key).entries()) each.onPlace(index + 1);
  }
}

import { GromaError } from '@groma/model';

/** What a place is for: sessions of a key, `most` at once, and the network of the reader who asks for it. */
export interface PlaceWanted {
  key: string;
  most: number;
  network: string;
}

interface Waiting extends PlaceWanted {
  onPlace(place: number): void;
  take(leave: (() => void) | null): void;
}

/** Who waits at once, of all applications together. */
const mostWaiting = 200;

/**
 * Places for sessions: so many at once in all, so many of each key, and half of all for each network, so that nobody
 * takes all of them. Who comes when all are taken waits in order; a full key or network keeps none of another waiting.
 */
export class AppPlaces {
  readonly #most: number;
  readonly #mostOfNetwork: number;
  readonly #taken = new Set<PlaceWanted>();
  #waiting: Waiting[] = [];

  constructor(most: number) {
    this.#most = most;
    this.#mostOfNetwork = Math.max(1, Math.floor(most / 2));
  }

  /** As many wait as may. */
  get isCrowded(): boolean {
    return this.#waiting.length >= mostWaiting;
  }

  /**
   * Takes a place, and gives what leaves it; null where `wake` was called meanwhile, so that none is needed. `onPlace`
   * is told the place in the queue of the key, from 1, whenever it changes.
   * @throws GromaError BUSY where too many wait; the signal's reason
   */
  take(wanted: PlaceWanted, onPlace: (place: number) => void, signal: AbortSignal): Promise<(() => void) | null> {
    signal.throwIfAborted();
    if (this.#isFree(wanted)) return Promise.resolve(this.#enter(wanted));
    if (this.isCrowded) throw new GromaError('BUSY');
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        this.#tellPlaces(wanted.key);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        ...wanted,
        onPlace,
        take(place) {
          signal.removeEventListener('abort', leave);
          resolve(place);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      onPlace(this.#waiting.filter((each) => each.key === wanted.key).length);
    });
  }

  /** Those who wait for a key need no place any more. */
  wake(key: string): void {
    const woken = this.#waiting.filter((each) => each.key === key);
    this.#waiting = this.#waiting.filter((each) => each.key !== key);
    for (const { take } of woken) take(null);
  }

  #isFree({ key, most, network }: PlaceWanted): boolean {
    const taken = [...this.#taken];
    return (
      taken.length < this.#most &&
      taken.filter((each) => each.key === key).length < most &&
      taken.filter((each) => each.network === network).length < this.#mostOfNetwork
    );
  }

  #enter({ key, most, network }: PlaceWanted): () => void {
    const place = { key, most, network };
    this.#taken.add(place);
    return () => {
      if (this.#taken.delete(place)) this.#admit();
    };
  }

  #admit(): void {
    for (const waiting of this.#waiting) {
      if (!this.#isFree(waiting)) continue;
      this.#waiting = this.#waiting.filter((each) => each !== waiting);
      waiting.take(this.#enter(waiting));
      this.#tellPlaces(waiting.key);
    }
  }

  #tellPlaces(key: string): void {
    for (const [index, each] of this.#waiting.filter((one) => one.key === key).entries()) each.onPlace(index + 1);
  }
}

import { Semaphore } from './semaphore.ts';

/**
 * Lets a few pieces of heavy work run at a time, and of each owner fewer: who asks for many does not keep others from
 * their turn.
 */
export class PerOwnerSemaphore {
  readonly #all: Semaphore;
  readonly #ofEach: number;
  readonly #own = new Map<string, { slots: Semaphore; users: number }>();

  /** @param ofEach how many of one owner run at a time */
  constructor(count: number, ofEach = 1) {
    this.#all = new Semaphore(count);
    this.#ofEach = ofEach;
  }

  /** @throws the signal's reason when it is aborted before the work begins. */
  async run<T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const own = this.#own.get(owner) ?? { slots: new Semaphore(this.#ofEach), users: 0 };
    this.#own.set(owner, own);
    own.users++;
    try {
      return await own.slots.run(signal, () => this.#all.run(signal, work));
    } finally {
      own.users--;
      if (own.users === 0) this.#own.delete(owner);
    }
  }
}

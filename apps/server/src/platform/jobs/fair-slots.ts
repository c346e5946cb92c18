import { Slots } from './slots.ts';

/** Lets a few pieces of heavy work run at a time, and of each owner one: who asks for many does not keep others from their turn. */
export class FairSlots {
  readonly #all: Slots;
  readonly #own = new Map<string, { slots: Slots; users: number }>();

  constructor(count: number) {
    this.#all = new Slots(count);
  }

  /** @throws the signal's reason when it is aborted before the work begins. */
  async run<T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const own = this.#own.get(owner) ?? { slots: new Slots(1), users: 0 };
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

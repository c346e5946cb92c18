import { GromaError } from '@groma/model';
import { Semaphore } from './semaphore.ts';

/** Heavy work that anyone may ask for: a few pieces at a time, and no more waiting than will soon have their turn. */
export class BoundedWork {
  readonly #semaphore: Semaphore;
  readonly #most: number;
  #asked = 0;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#semaphore = new Semaphore(atOnce);
    this.#most = atOnce + waiting;
  }

  /** @throws GromaError BUSY where too many wait; the signal's reason when it is aborted before the work begins. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#asked >= this.#most) throw new GromaError('BUSY');
    this.#asked += 1;
    try {
      return await this.#semaphore.run(signal, work);
    } finally {
      this.#asked -= 1;
    }
  }
}

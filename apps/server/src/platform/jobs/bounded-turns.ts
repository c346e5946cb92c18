import { GromaError } from '@groma/model';
import { Semaphore } from './semaphore.ts';

/** Lets a few pieces of heavy work run at a time and a few more wait; who comes beyond them is told to come again. */
export class BoundedTurns {
  readonly #slots: Semaphore;
  readonly #most: number;
  #inside = 0;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    [this.#slots, this.#most] = [new Semaphore(atOnce), atOnce + waiting];
  }

  /**
   * @throws GromaError TOO_MANY_ATTEMPTS where too many wait; the signal's reason when it is aborted before its turn.
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#most) throw new GromaError('TOO_MANY_ATTEMPTS', { seconds: comeAgainSeconds });
    this.#inside += 1;
    try {
      return await this.#slots.run(signal, work);
    } finally {
      this.#inside -= 1;
    }
  }
}

const comeAgainSeconds = 2;

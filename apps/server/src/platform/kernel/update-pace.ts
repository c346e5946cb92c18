/** Seconds in which the budget fills again. */
const fillSeconds = 64;

/**
 * How fast one execution may show again what is shown: as much as it may print at once, and from then on at the rate at
 * which that fills again, for such code may go on without end.
 */
export class UpdatePace {
  readonly #limit: number;
  #left: number;
  #filledAt = performance.now();

  /** @param limit characters */
  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** Milliseconds until something may be shown again; 0 when at once. */
  get wait(): number {
    const now = performance.now();
    this.#left = Math.min(this.#limit, this.#left + ((now - this.#filledAt) / 1_000) * (this.#limit / fillSeconds));
    this.#filledAt = now;
    return this.#left > 0 ? 0 : 1 + (-this.#left / this.#limit) * fillSeconds * 1_000;
  }

  take(size: number): void {
    this.#left -= size;
  }
}

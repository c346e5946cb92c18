/** Readings at most of what never stands still. */
const mostReads = 5;

/**
 * Reads a state that others change: again while something was told of it meanwhile, for the answer may be older than
 * that.
 */
export class StateReader<State> {
  readonly #ask: (signal?: AbortSignal) => Promise<State>;
  #told = 0;

  constructor(ask: (signal?: AbortSignal) => Promise<State>) {
    this.#ask = ask;
  }

  /** Something has changed. */
  tell(): void {
    this.#told += 1;
  }

  /** @throws what asking throws. */
  async read(signal?: AbortSignal): Promise<State> {
    for (let times = 1; ; times += 1) {
      const told = this.#told;
      const state = await this.#ask(signal);
      if (told === this.#told || times === mostReads) return state;
    }
  }
}

/** Work that several wait for: each until its own signal, the work itself until nobody waits any more. */
export class SharedWork<Value> {
  readonly #aborter = new AbortController();
  readonly #result: Promise<Value>;
  #waiting = 0;
  #isDone = false;

  constructor(work: (signal: AbortSignal) => Promise<Value>) {
    this.#result = work(this.#aborter.signal).finally(() => {
      this.#isDone = true;
    });
    // Whoever waits is told; when nobody does, a failure is nobody's.
    this.#result.catch(() => undefined);
  }

  /** Everybody went before it was done: whoever comes now begins anew. */
  get isGivenUp(): boolean {
    return this.#aborter.signal.aborted;
  }

  get result(): Promise<Value> {
    return this.#result;
  }

  /** @throws the reason of `signal` when it is aborted, what the work throws */
  async wait(signal: AbortSignal): Promise<Value> {
    this.#waiting += 1;
    try {
      return await raced(this.#result, signal);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#isDone) this.#aborter.abort();
    }
  }
}

/** A promise, or the reason of a signal when that comes first. */
export function raced<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}

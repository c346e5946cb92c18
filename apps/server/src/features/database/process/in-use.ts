/** What is asked questions, and rests between them. */
export class InUse {
  /** Questions that are being answered. */
  active = 0;
  lastUsed = performance.now();
  readonly #onIdle = new Set<() => void>();

  /** Counts as asked for a moment, so that whoever is handed it can ask. */
  lend(): void {
    setImmediate(this.enter());
  }

  /** Begins a question; what it answers ends it. */
  enter(): () => void {
    this.active += 1;
    return () => {
      this.active -= 1;
      this.lastUsed = performance.now();
      if (this.active === 0) for (const each of this.#onIdle) each();
    };
  }

  /** Calls each time when nothing more is asked of it. */
  onIdle(listener: () => void): void {
    this.#onIdle.add(listener);
  }

  /** Whether it rests, now or within a time. */
  async whenIdle(milliseconds: number): Promise<boolean> {
    if (this.active === 0) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const rest = (): void => {
      resolve(true);
    };
    const timer = setTimeout(() => {
      resolve(false);
    }, milliseconds);
    this.#onIdle.add(rest);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#onIdle.delete(rest);
    });
  }
}

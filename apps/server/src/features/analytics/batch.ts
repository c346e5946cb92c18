/**
 * Collects things and hands them on together: when so many are there, or so long after the first. One batch at a time.
 */
export class Batch<Thing> {
  readonly #send: (things: Thing[]) => Promise<void>;
  readonly #limits: { size: number; waitMs: number; most: number };
  #things: Thing[] = [];
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> | null = null;

  /** `most`: beyond so many that wait, the oldest are dropped. */
  constructor(limits: { size: number; waitMs: number; most: number }, send: (things: Thing[]) => Promise<void>) {
    this.#limits = limits;
    this.#send = send;
  }

  add(thing: Thing): void {
    this.#things.push(thing);
    if (this.#things.length > this.#limits.most) this.#things.shift();
    if (this.#things.length >= this.#limits.size) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), this.#limits.waitMs).unref();
  }

  /** Hands on all that waits. */
  flush(): Promise<void> {
    this.#sending ??= this.#drain().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #drain(): Promise<void> {
    while (this.#things.length > 0) {
      if (this.#timer) clearTimeout(this.#timer);
      this.#timer = null;
      await this.#send(this.#things.splice(0, this.#limits.size));
    }
  }
}

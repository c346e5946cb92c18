/**
 * Lets work in that takes up memory, so that all of it together takes no more than so many bytes; the rest waits in
 * order.
 */
export class ByteGate {
  readonly capacity: number;
  readonly #onTake: () => void;
  readonly #waiting: { bytes: number; enter(): void }[] = [];
  #free: number;

  /**
   * @param capacity bytes of all work at once
   * @param onTake told when work has been let in
   */
  constructor(capacity: number, onTake: () => void = () => undefined) {
    this.capacity = capacity;
    this.#free = capacity;
    this.#onTake = onTake;
  }

  /** Bytes of the work that is in. */
  get taken(): number {
    return this.capacity - this.#free;
  }

  /**
   * Does work that takes so many bytes; what takes more than there are runs alone. It must not come through the same
   * gate again.
   */
  async run<Value>(bytes: number, work: () => Promise<Value>): Promise<Value> {
    const taken = Math.min(bytes, this.capacity);
    if (this.#waiting.length > 0 || taken > this.#free)
      await new Promise<void>((enter) => {
        this.#waiting.push({ bytes: taken, enter });
      });
    else this.#take(taken);
    try {
      return await work();
    } finally {
      this.#free += taken;
      this.#letIn();
    }
  }

  #take(bytes: number): void {
    this.#free -= bytes;
    this.#onTake();
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next && next.bytes <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#take(next.bytes);
      next.enter();
    }
  }
}

/**
 * Work that must not overlap, one queue for each key. Row locks say the same to other processes; this spares them the
 * wait.
 */
export class SerialQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` after all that was asked for this key before. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    this.#last.set(key, settled);
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    });
    return turn;
  }
}

/** The most time until it is noted that a step has ended. After a kill one that was not noted is found by its key. */
const keepMs = 250;

/**
 * Writes the checkpoint of a run: at once where something is about to appear, soon where a step has ended. Many steps
 * may end at once, and the checkpoint of a large graph is large.
 */
export class RunKeeper {
  readonly #write: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #keeping: Promise<void> = Promise.resolve();
  #isWanted = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(write: () => Promise<void>, onError: (error: unknown) => void) {
    [this.#write, this.#onError] = [write, onError];
  }

  /** Whoever has lost the operation is told when its lease is renewed. */
  readonly soon = (): void => {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.now().catch(this.#onError);
    }, keepMs);
  };

  /** What changes while it is being written is written once more. */
  readonly now = async (): Promise<void> => {
    if (this.#isWanted) return this.#keeping;
    this.#isWanted = true;
    this.#keeping = this.#keeping.then(async () => {
      this.#isWanted = false;
      await this.#write();
    });
    return this.#keeping;
  };

  /** Ends with the run. A server that stops leaves the rest to the next attempt. */
  async end({ isStopped }: { isStopped: boolean }): Promise<void> {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    if (isStopped) await this.now().catch(() => undefined);
  }
}

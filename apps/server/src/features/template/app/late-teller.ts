/** Does something soon, once for however many ask meanwhile. */
export class LateTeller {
  readonly #do: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(work: () => void) {
    this.#do = work;
  }

  tell(afterMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#do();
    }, afterMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

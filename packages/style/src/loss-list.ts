/** What is lost on the way, each said once in the order in which it was met. */
export class LossList {
  readonly #texts = new Set<string>();

  add(text: string): void {
    this.#texts.add(text);
  }

  get texts(): string[] {
    return [...this.#texts];
  }
}

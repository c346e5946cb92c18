import { joinText, outputSize, type WholeOutput } from '@groma/model';

/** What one code block may show to readers, in characters: they are sent all of it. */
const mostCharacters = 4_000_000;
const cutNotice = '\n… There is more output than readers are sent.\n';

/** What a code block shows while it runs: a display that is shown again takes the place of what it has shown. */
export class CellOutputs {
  #shown: WholeOutput[] = [];
  #size = 0;

  get shown(): readonly WholeOutput[] {
    return this.#shown;
  }

  /** Characters of it. */
  get size(): number {
    return this.#size;
  }

  add(given: readonly WholeOutput[]): void {
    for (const { bundle: _bundle, isUpdate, ...rest } of given) {
      const output = rest as WholeOutput;
      if (isUpdate) this.#shown = this.#shown.map((each) => (each.display === output.display ? output : each));
      else if (this.#size <= mostCharacters) this.#shown.push(output);
      const before = this.#size;
      this.#size += outputSize(output);
      if (before <= mostCharacters && this.#size > mostCharacters) {
        if (!isUpdate) this.#shown.pop();
        this.#shown.push({ kind: 'stderr', text: cutNotice });
      }
    }
    this.#shown = joinText(this.#shown);
  }

  clear(): void {
    this.#shown = [];
    this.#size = 0;
  }
}

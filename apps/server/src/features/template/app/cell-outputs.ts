import { joinText, outputSize, shownPart, type WholeOutput } from '@groma/model';

/** What one code block may show to readers, in characters: they are sent all of it. */
const mostOfCell = 4_000_000;
/** What all of a session may show together: whoever comes later is sent it at once. */
export const mostOfSession = 8_000_000;

/** What a code block shows while it runs: a display that is shown again takes the place of what it has shown. */
export class CellOutputs {
  readonly #most: number;
  #shown: WholeOutput[] = [];
  #size = 0;
  #isCut = false;
  /** Something did not fit in, and nothing is added any more. */
  #isFull = false;

  /** `left`: the characters that the other blocks of the session leave it. */
  constructor(left: number = mostOfSession) {
    this.#most = Math.min(mostOfCell, Math.max(left, 0));
  }

  /** Whether there is more of it than readers are sent. */
  get isCut(): boolean {
    return this.#isCut;
  }

  get shown(): readonly WholeOutput[] {
    return this.#shown;
  }

  /** Characters of it. */
  get size(): number {
    return this.#size;
  }

  add(given: readonly WholeOutput[]): void {
    for (const { isUpdate, ...rest } of given.map(shownPart)) {
      const output = rest as WholeOutput;
      if (isUpdate) this.#update(output);
      else this.#append(output);
    }
    this.#shown = joinText(this.#shown);
  }

  clear(): void {
    this.#shown = [];
    this.#size = 0;
    this.#isCut = false;
    this.#isFull = false;
  }

  #append(output: WholeOutput): void {
    this.#isFull ||= !this.#fits(outputSize(output));
    if (this.#isFull) return;
    this.#size += outputSize(output);
    this.#shown.push(output);
  }

  /** Only the last form of a display counts. One that is too large leaves the form before it. */
  #update(output: WholeOutput): void {
    const places = this.#shown.filter(({ display }) => display === output.display);
    const growth = places.reduce((sum, each) => sum + outputSize(output) - outputSize(each), 0);
    if (places.length === 0 || !this.#fits(growth)) return;
    this.#size += growth;
    this.#shown = this.#shown.map((each) => (each.display === output.display ? output : each));
  }

  /** Whether there is room for so much more; that there is none is noted. */
  #fits(growth: number): boolean {
    if (growth <= 0 || this.#size + growth <= this.#most) return true;
    this.#isCut = true;
    return false;
  }
}

import type { WholeOutput } from '@groma/model';

const mostCharacters = 20_000;

/** What code prints, of which the end is kept. */
export class PrintedText {
  #text = '';
  #isCut = false;

  get text(): string {
    return this.#isCut ? `…${this.#text}` : this.#text;
  }

  take(output: WholeOutput): void {
    if (output.kind !== 'text' && output.kind !== 'stderr' && output.kind !== 'text/plain') return;
    this.#text += output.kind === 'text/plain' ? `${output.text}\n` : output.text;
    if (this.#text.length <= mostCharacters) return;
    this.#text = this.#text.slice(-mostCharacters).toWellFormed();
    this.#isCut = true;
  }
}

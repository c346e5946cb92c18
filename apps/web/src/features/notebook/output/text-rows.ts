import { keepStyles, styleAfter } from '../block/ansi.ts';

/** Longest row that is drawn as one; a longer line goes on in the next row (NBK-085). */
export const rowCharacters = 10_000;

/**
 * What code printed, cut into rows as it comes. A carriage return writes over its line, as a terminal would, so that
 * progress bars stay one row. Each row knows the style it begins with, so that any row can be drawn alone.
 */
export class TextRows {
  readonly #rows: string[] = [];
  readonly #styles = new Map<number, string>();
  #open = '';
  #style = '';
  #characters = 0;

  /** Rows that can be drawn, the unfinished last one among them. */
  get count(): number {
    return this.#rows.length + (this.#open === '' ? 0 : 1);
  }

  get characters(): number {
    return this.#characters;
  }

  append(text: string): void {
    this.#characters += text.length;
    const lines = (this.#open + text).split('\n');
    this.#open = lines.pop() ?? '';
    for (const line of lines) this.#close(line);
    while (this.#open.length > rowCharacters * 2 && !this.#open.includes('\r')) {
      this.#push(keepStyles(this.#open.slice(0, rowCharacters)));
      this.#open = this.#open.slice(rowCharacters);
    }
  }

  /** The row's text with its colour sequences, and the style in force before it. */
  row(index: number): { text: string; style: string } {
    const isOpen = index === this.#rows.length;
    return {
      text: isOpen ? keepStyles(overwritten(this.#open)) : (this.#rows[index] ?? ''),
      style: this.#styles.get(index) ?? (isOpen ? this.#style : ''),
    };
  }

  #close(line: string): void {
    const text = keepStyles(overwritten(line));
    if (text.length <= rowCharacters) return this.#push(text);
    for (let start = 0; start < text.length; start += rowCharacters)
      this.#push(text.slice(start, start + rowCharacters));
  }

  #push(text: string): void {
    if (this.#style !== '') this.#styles.set(this.#rows.length, this.#style);
    this.#rows.push(text);
    this.#style = styleAfter(this.#style, text);
  }
}

/** Reads a running text that grows by pieces: what was read is not read again. */
export class GrowingRows {
  #rows = new TextRows();
  #first: string | undefined;
  #last: string | undefined;
  #count = 0;

  read(pieces: readonly string[]): TextRows {
    const isSame = pieces.length >= this.#count && pieces[0] === this.#first && pieces[this.#count - 1] === this.#last;
    if (!isSame) {
      this.#rows = new TextRows();
      this.#count = 0;
    }
    for (const piece of pieces.slice(this.#count)) this.#rows.append(piece);
    this.#count = pieces.length;
    this.#first = pieces[0];
    this.#last = pieces.at(-1);
    return this.#rows;
  }
}

/** What is left to see of a line after its carriage returns. */
export function overwritten(line: string): string {
  if (!line.includes('\r')) return line;
  let shown = '';
  for (const part of line.split('\r'))
    if (part !== '') shown = part.length >= shown.length ? part : part + shown.slice(part.length);
  return shown;
}

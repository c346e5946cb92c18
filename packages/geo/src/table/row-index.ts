/** A row whose place in the file is known. `isInside` says that it lies within a line shown in pieces. */
export interface RowMark {
  row: number;
  offset: number;
  isInside: boolean;
}

/** Places of some rows of a file, in order: enough to find any row by reading a little. */
export class RowIndex {
  readonly #rows: number[] = [0];
  readonly #offsets: number[];
  readonly #inside: boolean[] = [false];

  constructor(firstOffset: number) {
    this.#offsets = [firstOffset];
  }

  add({ row, offset, isInside }: RowMark): void {
    this.#rows.push(row);
    this.#offsets.push(offset);
    this.#inside.push(isInside);
  }

  /** The last mark at or before a row. */
  before(row: number): RowMark {
    return this.#mark(lastAtMost(this.#rows, row));
  }

  get last(): RowMark {
    return this.#mark(this.#rows.length - 1);
  }

  #mark(at: number): RowMark {
    return { row: this.#rows[at]!, offset: this.#offsets[at]!, isInside: this.#inside[at]! };
  }
}

function lastAtMost(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

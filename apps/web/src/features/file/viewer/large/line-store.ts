import { readTextWindow, type TextWindow, type WindowedFile } from '../window-calls.ts';

export type TextRow = TextWindow['rows'][number];

/** Rows that are kept (FIL-059), and rows that are asked for at once. */
export const mostCachedRows = 1_000;
const pageRows = 100;

/** The rows in sight and around them: pages come when they are wanted and go when others are. */
export class LineStore {
  /** Oldest use first. */
  readonly #rows = new Map<number, TextRow>();
  readonly #asked = new Set<number>();
  readonly #file: WindowedFile;
  readonly #onChange: (failure: unknown) => void;

  constructor(file: WindowedFile, onChange: (failure: unknown) => void) {
    this.#file = file;
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** A row that is there; asking does not read it. */
  peek(row: number): TextRow | undefined {
    return this.#rows.get(row);
  }

  /** Sees to it that the rows are read. */
  want(start: number, end: number): void {
    for (let page = Math.floor(start / pageRows); page * pageRows < end; page++) {
      const [from, to] = [Math.max(start, page * pageRows), Math.min(end, (page + 1) * pageRows)];
      let isWhole = true;
      for (let row = from; row < to; row++) isWhole &&= this.#use(row);
      if (!isWhole && !this.#asked.has(page)) void this.#read(page);
    }
  }

  put(start: number, rows: readonly TextRow[]): void {
    rows.forEach((row, offset) => {
      this.#rows.delete(start + offset);
      this.#rows.set(start + offset, row);
    });
    for (const row of this.#rows.keys()) {
      if (this.#rows.size <= mostCachedRows) break;
      this.#rows.delete(row);
    }
  }

  #use(row: number): boolean {
    const found = this.#rows.get(row);
    if (!found) return false;
    this.#rows.delete(row);
    this.#rows.set(row, found);
    return true;
  }

  async #read(page: number): Promise<void> {
    this.#asked.add(page);
    let failure: unknown = null;
    try {
      // Rows of great length come in several windows.
      for (let start = page * pageRows; start < (page + 1) * pageRows;) {
        // oxlint-disable-next-line no-await-in-loop
        const { rows } = await readTextWindow(this.#file, { start, count: (page + 1) * pageRows - start });
        this.put(start, rows);
        if (rows.length === 0) break;
        start += rows.length;
        this.#onChange(null);
      }
    } catch (error) {
      failure = error;
    } finally {
      this.#asked.delete(page);
    }
    this.#onChange(failure);
  }
}

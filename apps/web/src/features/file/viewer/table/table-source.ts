import type { GridQuery, GridWindow, GridWindowResult } from '@groma/ui';
import { readTableWindow, type TableQuestion, type TableWindow, type WindowedFile } from '../window-calls.ts';
import { pageRows } from './pages.ts';

export interface SourceNews {
  rowCount: number;
  percent: number;
  isWorking: boolean;
}

/** The question of the grid in the words of the call. Columns are named by their place. */
export function questionOf({ sort, filter }: GridQuery): Pick<TableQuestion, 'sort' | 'filter'> {
  return {
    sort: sort.map(({ columnId, direction }) => ({ column: Number(columnId), direction })),
    filter: filter.map(({ columnId, operator, value }) => ({
      column: Number(columnId),
      operator,
      ...(value === undefined ? {} : { value: value as string }),
    })),
  };
}

/** Feeds the grid the rows of one page of a sorted and filtered table, and says how far the work has come. */
export class TableSource {
  readonly #file: WindowedFile;
  readonly #first: TableWindow;
  readonly #onNews: (news: SourceNews) => void;
  #abort = new AbortController();

  /** `first` is the first page as the file has it, which has been read already. */
  constructor(file: WindowedFile, first: TableWindow, onNews: (news: SourceNews) => void) {
    this.#file = file;
    this.#first = first;
    this.#onNews = onNews;
  }

  /** Gives up waiting; the server ends work that nobody waits for. */
  cancel(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  /** Rows of a window of a page. @throws when it is given up. */
  async read(page: number, { start, end, ...query }: GridWindow): Promise<GridWindowResult> {
    const { signal } = this.#abort;
    if (page === 0 && query.sort.length === 0 && query.filter.length === 0 && this.#first.rows.length > start)
      return { rows: this.#first.rows.slice(start, end), rowCount: this.#first.rows.length };
    const from = page * pageRows;
    const count = Math.min(end, pageRows) - start;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const found = await readTableWindow(this.#file, { start: from + start, count, ...questionOf(query) });
      signal.throwIfAborted();
      const isWorking = !found.isComplete && (query.sort.length > 0 || query.filter.length > 0);
      this.#onNews({
        rowCount: found.rowCount,
        percent: found.bytes === 0 ? 100 : (found.scannedBytes / found.bytes) * 100,
        isWorking,
      });
      if (found.isReady) {
        if (isWorking) void this.#follow(query, signal);
        return {
          rows: found.rows,
          rowCount: Math.max(start + found.rows.length, Math.min(pageRows, found.rowCount - from)),
        };
      }
    }
  }

  /** The count of what is found grows while the first rows are shown already. */
  async #follow(query: GridQuery, signal: AbortSignal): Promise<void> {
    for (let isWorking = true; isWorking && !signal.aborted;) {
      // oxlint-disable-next-line no-await-in-loop
      const found = await readTableWindow(this.#file, {
        start: Number.MAX_SAFE_INTEGER - 1,
        count: 0,
        ...questionOf(query),
      }).catch(() => null);
      // oxlint-disable-next-line no-unnecessary-condition -- changes while it waits
      if (!found || signal.aborted) return;
      isWorking = !found.isComplete;
      this.#onNews({ rowCount: found.rowCount, percent: (found.scannedBytes / found.bytes) * 100, isWorking });
    }
  }
}

import { readPagination, type ResultColumn, type TablePagination } from '@groma/model';
import type { TablePageReply } from '@groma/protocol';
import type { GridQuery } from '@groma/ui';
import { queryClient } from '../../../platform/api.ts';
import { readTablePage, tableKey, type TableQuestion } from '../database-calls.ts';
import { geometryText } from '../result/geometry-text.ts';
import { withRetries } from './load-retry.ts';

interface TablePlace {
  catalog?: string | undefined;
  schema: string;
  table: string;
}

export interface TablePage {
  columns: readonly ResultColumn[];
  rows: unknown[][];
  pagination: TablePagination;
}

export interface PageWish {
  page: number;
  size: number;
  query: GridQuery;
}

/** Reads pages of one table. All pages of one sort and filter are of one reading of it, until it is refreshed. */
export class TableSource {
  readonly #databaseId: string;
  readonly #place: TablePlace;
  #reading: { key: string; snapshot: string } | null = null;
  #version = 0;

  constructor(databaseId: string, place: TablePlace) {
    this.#databaseId = databaseId;
    this.#place = place;
  }

  /** The next page is read anew. */
  refresh(): void {
    this.#version += 1;
    this.#reading = null;
  }

  /** A page. Without columns yet, filters cannot name any. @throws what the call throws, after its retries. */
  read({ page, size, query }: PageWish, columns: readonly ResultColumn[]): Promise<TablePage> {
    const key = JSON.stringify(query);
    const asked = questionOf(query, columns);
    return queryClient.fetchQuery({
      queryKey: tableKey(this.#databaseId, this.#place, key, page, size, this.#version),
      staleTime: 30_000,
      gcTime: 60_000,
      retry: false,
      queryFn: async ({ signal }) => {
        const snapshot = this.#reading?.key === key ? this.#reading.snapshot : undefined;
        const load = (from: number, reading: string | undefined) =>
          withRetries(
            () =>
              readTablePage(
                this.#databaseId,
                { ...this.#place, ...asked, offset: page * size + from, limit: size - from, snapshot: reading },
                signal,
              ),
            signal,
          );
        const reply = await load(0, snapshot);
        this.#reading = { key, snapshot: reply.snapshot };
        return pageOf(reply.columns, ...(await whole(reply, size, load)));
      },
    });
  }
}

/** Rows and place of a page. Where its rows are so wide that the server has ended it early, the others are read too. */
async function whole<Reply extends TablePageReply & { snapshot: string }>(
  first: Reply,
  size: number,
  load: (from: number, snapshot: string) => Promise<Reply>,
): Promise<[rows: unknown[][], pagination: TablePagination]> {
  const rows = [...first.rows];
  let last = first;
  while (rows.length < size && readPagination(last.pagination).hasMore && last.rows.length > 0) {
    // oxlint-disable-next-line no-await-in-loop -- where one ends says where the next begins
    last = await load(rows.length, last.snapshot);
    rows.push(...last.rows);
  }
  const { hasMore, has_next } = readPagination(last.pagination);
  return [rows, { ...readPagination(first.pagination), hasMore, has_next }];
}

/** The question of the grid in the words of the call; the grid names columns by their place. */
function questionOf(
  { sort, filter }: GridQuery,
  columns: readonly ResultColumn[],
): Pick<TableQuestion, 'sort' | 'filter'> {
  const nameOf = (id: string) => columns[Number(id)]?.name ?? '';
  return {
    sort: sort.map(({ columnId, direction }) => ({ column: nameOf(columnId), descending: direction === 'desc' })),
    filter: filter.map(({ columnId, operator, value }) => ({
      column: nameOf(columnId),
      operator,
      ...(value !== undefined && { value: value as string }),
    })),
  };
}

/**
 * A page with its geometries as WKT, and moments as SQL writes them, so that they are shown and copied as in results.
 */
function pageOf(columns: readonly ResultColumn[], rows: readonly unknown[][], pagination: TablePagination): TablePage {
  const readers = columns.map(({ geometry, type }) =>
    geometry ? geometryText : /^timestamp.*(?:with time zone|tz)/i.test(type) ? momentText : null,
  );
  if (readers.every((read) => read === null)) return { columns, rows: [...rows], pagination };
  return {
    columns,
    pagination,
    rows: rows.map((row) => row.map((value, index) => (value === null ? null : (readers[index]?.(value) ?? value)))),
  };
}

/** `2026-05-01T10:20:30Z` as `2026-05-01 10:20:30+00`. */
function momentText(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(\S+)T(\S+)Z$/, '$1 $2+00') : value;
}

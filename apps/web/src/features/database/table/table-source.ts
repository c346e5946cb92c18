import { readPagination, type ResultColumn, type TablePagination } from '@groma/model';
import type { GridQuery } from '@groma/ui';
import { queryClient } from '../../../platform/api.ts';
import { readTablePage, tableKey, type TableQuestion } from '../database-calls.ts';
import { geometryText } from '../result/geometry-text.ts';
import { withRetries } from './load-retry.ts';

export interface TablePage { columns: readonly ResultColumn[]; rows: unknown[][]; pagination: TablePagination }

export interface PageWish { page: number; size: number; query: GridQuery }

/** Reads pages of one table. All pages of one sort and filter are of one reading of it, until it is refreshed. */
export class TableSource {
  readonly #databaseId: string;
  readonly #place: { schema: string; table: string };
  #reading: { key: string; snapshot: string } | null = null;
  #version = 0;

  constructor(databaseId: string, place: { schema: string; table: string }) {
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
      staleTime: 30_000, gcTime: 60_000, retry: false,
      queryFn: async ({ signal }) => {
        const snapshot = this.#reading?.key === key ? this.#reading.snapshot : undefined;
        const reply = await withRetries(() => readTablePage(this.#databaseId, { ...this.#place, ...asked, offset: page * size, limit: size, snapshot }, signal), signal);
        this.#reading = { key, snapshot: reply.snapshot };
        return pageOf(reply.columns, reply.rows, readPagination(reply.pagination));
      },
    });
  }
}

/** The question of the grid in the words of the call; the grid names columns by their place. */
function questionOf({ sort, filter }: GridQuery, columns: readonly ResultColumn[]): Pick<TableQuestion, 'sort' | 'filter'> {
  const nameOf = (id: string) => columns[Number(id)]?.name ?? '';
  return {
    sort: sort.map(({ columnId, direction }) => ({ column: nameOf(columnId), descending: direction === 'desc' })),
    filter: filter.map(({ columnId, operator, value }) => ({ column: nameOf(columnId), operator, ...(value !== undefined && { value: value as string }) })),
  };
}

/** A page with its geometries as WKT, and moments as SQL writes them, so that they are shown and copied as in results. */
function pageOf(columns: readonly ResultColumn[], rows: readonly unknown[][], pagination: TablePagination): TablePage {
  const readers = columns.map(({ geometry, type }) => (geometry ? geometryText : /^timestamp.*(?:with time zone|tz)/i.test(type) ? momentText : null));
  if (readers.every((read) => read === null)) return { columns, rows: [...rows], pagination };
  return { columns, pagination, rows: rows.map((row) => row.map((value, index) => (value === null ? null : readers[index]?.(value) ?? value))) };
}

/** `2026-05-01T10:20:30Z` as `2026-05-01 10:20:30+00`. */
function momentText(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(\S+)T(\S+)Z$/, '$1 $2+00') : value;
}

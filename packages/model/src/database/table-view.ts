/** How a column of a table is compared to a value. `contains` and `startsWith` look at its text, in any case. */
export const filterOperators = [
  'equals',
  'notEquals',
  'contains',
  'startsWith',
  'less',
  'lessOrEqual',
  'greater',
  'greaterOrEqual',
  'isNull',
  'isNotNull',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** A row is shown when it passes all filters. */
export interface TableFilter {
  column: string;
  operator: FilterOperator;
  value?: string | number | boolean | undefined;
}

/** Rows are sorted by the first of these, equal ones by the next. */
export interface TableSort {
  column: string;
  descending: boolean;
}

/** A page's place in a table, in the words of both replies (DBS-060, DBS-070). */
export interface TablePagination {
  offset: number;
  limit: number;
  totalRows: number | null;
  hasMore: boolean;
  total_count: number | null;
  has_next: boolean;
  has_previous: boolean;
}

/** Both forms of a page's place (DBS-071). `total` is null while it is not known. */
export function paginationOf(
  { offset, limit, rows, total }: { offset: number; limit: number; rows: number; total: number | null },
  isMore = total !== null && offset + rows < total,
): TablePagination {
  return {
    offset,
    limit,
    totalRows: total,
    hasMore: isMore,
    total_count: total,
    has_next: isMore,
    has_previous: offset > 0,
  };
}

/** Reads either form of a page's place into one (DBS-071). */
export function readPagination(said: Partial<TablePagination> & { offset: number; limit: number }): TablePagination {
  const total = said.totalRows ?? said.total_count ?? null;
  const isMore = said.hasMore ?? said.has_next ?? false;
  return {
    offset: said.offset,
    limit: said.limit,
    totalRows: total,
    hasMore: isMore,
    total_count: total,
    has_next: isMore,
    has_previous: said.has_previous ?? said.offset > 0,
  };
}

/** Page sizes of the table viewer (DBS-067); the last is the default (DBS-068). */
export const tablePageSizes = [5, 10, 15, 20, 25] as const;
export const defaultTablePageSize = 25;

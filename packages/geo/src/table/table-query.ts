import type { CellValue } from './cell-value.ts';

export interface TableSort {
  column: number;
  direction: 'asc' | 'desc';
}
export type TableOperator =
  | 'equals'
  | 'notEquals'
  | 'contains'
  | 'startsWith'
  | 'less'
  | 'lessOrEqual'
  | 'greater'
  | 'greaterOrEqual'
  | 'isNull'
  | 'isNotNull';
export interface TableFilter {
  column: number;
  operator: TableOperator;
  value?: unknown;
}
/** What is asked of a table. Without sorting the order of the file holds. */
export interface TableQuery {
  sort: readonly TableSort[];
  filter: readonly TableFilter[];
}

/**
 * The test of one filter over a cell. Texts are compared without regard to case, numbers as numbers; empty cells pass
 * only `isNull` and `notEquals`.
 */
export function cellTest({ operator, value }: TableFilter): (cell: CellValue) => boolean {
  const wanted = fold(value);
  switch (operator) {
    case 'isNull':
      return (cell) => cell === null;
    case 'isNotNull':
      return (cell) => cell !== null;
    case 'contains':
      return (cell) => cell !== null && String(cell).toLowerCase().includes(String(wanted));
    case 'startsWith':
      return (cell) => cell !== null && String(cell).toLowerCase().startsWith(String(wanted));
    case 'equals':
      return (cell) => cell !== null && fold(cell) === wanted;
    case 'notEquals':
      return (cell) => fold(cell) !== wanted;
    case 'less':
      return (cell) => cell !== null && compareCells(fold(cell), wanted) < 0 && typeof cell === typeof wanted;
    case 'lessOrEqual':
      return (cell) => cell !== null && compareCells(fold(cell), wanted) <= 0 && typeof cell === typeof wanted;
    case 'greaterOrEqual':
      return (cell) => cell !== null && compareCells(fold(cell), wanted) >= 0 && typeof cell === typeof wanted;
    case 'greater':
      return (cell) => cell !== null && compareCells(fold(cell), wanted) > 0 && typeof cell === typeof wanted;
  }
}

function fold(value: unknown): CellValue {
  return typeof value === 'string' ? value.toLowerCase() : (value as CellValue);
}

/** Letters of a text that its order is decided by. */
const keyLetters = 200;

/** What a cell is ordered by: numbers as they are, texts without regard to case. */
export function sortKey(cell: CellValue): number | string | null {
  if (typeof cell === 'string') return cell.slice(0, keyLetters).toLowerCase();
  return typeof cell === 'boolean' ? Number(cell) : cell;
}

/** The order of two cells: numbers before texts. */
function compareCells(first: CellValue, second: CellValue): number {
  if (typeof first !== typeof second) return typeof first === 'number' ? -1 : 1;
  if (first === second) return 0;
  return first! < second! ? -1 : 1;
}

export interface SortedRow {
  keys: readonly (number | string | null)[];
  place: number;
}

/** The order of rows by several columns. Empty cells come last either way; equal rows keep the order of the file. */
export function rowOrder(sort: readonly TableSort[]): (first: SortedRow, second: SortedRow) => number {
  return (first, second) => {
    for (let index = 0; index < sort.length; index++) {
      const [one, other] = [first.keys[index]!, second.keys[index]!];
      if (one === other) continue;
      if (one === null) return 1;
      if (other === null) return -1;
      return sort[index]!.direction === 'asc' ? compareCells(one, other) : -compareCells(one, other);
    }
    return first.place - second.place;
  };
}

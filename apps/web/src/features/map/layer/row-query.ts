import { sortOrder, type PropertyValue } from '@groma/geo';
import type { GridFilter, GridSort } from '@groma/ui';

/** Gives the value of a row, named by its number, in one column. */
type ReadValue = (row: number) => PropertyValue;
export interface QueryColumn { name: string; isNumber: boolean; read: ReadValue }
export interface RowQuery { sort: readonly GridSort[]; filter: readonly GridFilter[] }

/** The rows that a filter keeps, in the order asked for; equal rows stay as they stand. Columns that are not there are ignored. */
export function queryRows(rows: Uint32Array, columns: readonly QueryColumn[], { sort, filter }: RowQuery): Uint32Array {
  const column = (id: string) => columns.find(({ name }) => name === id);
  let kept = rows;
  for (const each of filter) {
    const { read } = column(each.columnId) ?? {};
    if (read) kept = kept.filter((row) => fits(read(row), each));
  }
  // From the last wish to the first: a stable order keeps what was put right before.
  for (const { columnId, direction } of sort.toReversed()) {
    const found = column(columnId);
    if (found) kept = inOrder(found, kept, direction === 'asc' ? 1 : -1);
  }
  return kept;
}

const textOf = (value: PropertyValue): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function fits(value: PropertyValue, { operator, value: wanted }: GridFilter): boolean {
  if (operator === 'isNull') return value === null;
  if (operator === 'isNotNull') return value !== null;
  if (value === null) return operator === 'notEquals';
  if (typeof wanted === 'number' && typeof value === 'number') return compares(value, wanted, operator);
  if (typeof wanted === 'boolean') return value === wanted;
  const text = textOf(value).toLowerCase();
  const sought = String(wanted).toLowerCase();
  if (operator === 'contains') return text.includes(sought);
  if (operator === 'startsWith') return text.startsWith(sought);
  return compares(text, sought, operator);
}

function compares<Value extends number | string>(value: Value, wanted: Value, operator: GridFilter['operator']): boolean {
  switch (operator) {
    case 'equals': return value === wanted;
    case 'notEquals': return value !== wanted;
    case 'less': return value < wanted;
    case 'lessOrEqual': return value <= wanted;
    case 'greater': return value > wanted;
    case 'greaterOrEqual': return value >= wanted;
    default: return false;
  }
}

/** Rows in the order of a column, equal ones as they stand; empty cells stand last in both directions. The values are read once. */
function inOrder({ isNumber, read }: QueryColumn, rows: Uint32Array, sign: 1 | -1): Uint32Array {
  const keys = isNumber ? Float64Array.from(rows, (row) => sign * ((read(row) ?? NaN) as number)) : textRanks(rows, read, sign);
  return sortOrder(keys).map((place) => rows[place]!);
}

/** Different texts above which they are ordered by their letters alone: the order of a language takes a microsecond for each two. */
const mostCollated = 200_000;
const collator = new Intl.Collator(undefined, { numeric: true });

/** The place of each row's text among the different texts; NaN for empty cells. */
function textRanks(rows: Uint32Array, read: ReadValue, sign: 1 | -1): Float64Array {
  const numbers = new Map<string, number>();
  const found = Int32Array.from(rows, (row) => {
    const value = read(row);
    if (value === null) return -1;
    const text = textOf(value);
    const known = numbers.get(text) ?? numbers.size;
    if (known === numbers.size) numbers.set(text, known);
    return known;
  });
  const texts = [...numbers.keys()];
  const ranks = new Float64Array(texts.length);
  (texts.length > mostCollated ? texts.toSorted() : texts.toSorted(collator.compare)).forEach((text, rank) => { ranks[numbers.get(text)!] = sign * rank; });
  return Float64Array.from(found, (number) => (number < 0 ? NaN : ranks[number]!));
}

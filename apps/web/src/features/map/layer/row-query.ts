import {
  compareInt64,
  conditionTest,
  isTemporal,
  sortOrder,
  temporalOrder,
  type ColumnType,
  type PropertyValue,
} from '@groma/geo';
import type { GridFilter, GridSort } from '@groma/ui';

/** Gives the value of a row, named by its number, in one column. */
type ReadValue = (row: number) => PropertyValue;
export interface QueryColumn {
  name: string;
  type: ColumnType;
  read: ReadValue;
}
export interface RowQuery {
  sort: readonly GridSort[];
  filter: readonly GridFilter[];
}

/**
 * The rows that a filter keeps, in the order asked for; equal rows stay as they stand. Columns that are not there are
 * ignored.
 */
export function queryRows(rows: Uint32Array, columns: readonly QueryColumn[], { sort, filter }: RowQuery): Uint32Array {
  const column = (id: string) => columns.find(({ name }) => name === id);
  let kept = rows;
  for (const each of filter) {
    const found = column(each.columnId);
    if (found) kept = filtered(found, kept, each);
  }
  // From the last wish to the first: a stable order keeps what was put right before.
  for (const { columnId, direction } of sort.toReversed()) {
    const found = column(columnId);
    if (found) kept = inOrder(found, kept, direction === 'asc' ? 1 : -1);
  }
  return kept;
}

function filtered({ type, read }: QueryColumn, rows: Uint32Array, filter: GridFilter): Uint32Array {
  const test = conditionTest(type, filter);
  return rows.filter((row) => test(read(row)));
}

/** Dates repeat themselves, and reading one takes longer than finding it again. */
function remembered(read: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      found = read(text);
      if (known.size < mostCollated) known.set(text, found);
    }
    return found;
  };
}

const textOf = (value: PropertyValue): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/**
 * Rows in the order of a column, equal ones as they stand; empty cells stand last in both directions. The values are
 * read once.
 */
function inOrder(column: QueryColumn, rows: Uint32Array, sign: 1 | -1): Uint32Array {
  const keys = keysOf(column, rows, sign);
  return sortOrder(keys).map((place) => rows[place]!);
}

function keysOf({ type, read }: QueryColumn, rows: Uint32Array, sign: 1 | -1): Float64Array {
  if (type === 'integer' || type === 'number')
    return Float64Array.from(rows, (row) => sign * ((read(row) ?? NaN) as number));
  if (isTemporal(type)) {
    const orderOf = remembered(temporalOrder);
    return Float64Array.from(rows, (row) => sign * orderOf(String(read(row) ?? '')));
  }
  return type === 'int64'
    ? textRanks(rows, read, sign, (texts) => texts.toSorted(compareInt64))
    : textRanks(rows, read, sign, inLetters);
}

/**
 * Different texts above which they are ordered by their letters alone: the order of a language takes a microsecond for
 * each two.
 */
const mostCollated = 200_000;
const collator = new Intl.Collator(undefined, { numeric: true });

function inLetters(texts: string[]): string[] {
  return texts.length > mostCollated ? texts.toSorted() : texts.toSorted(collator.compare);
}

/** The place of each row's text among the different texts; NaN for empty cells. */
function textRanks(
  rows: Uint32Array,
  read: ReadValue,
  sign: 1 | -1,
  sorted: (texts: string[]) => string[],
): Float64Array {
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
  sorted(texts).forEach((text, rank) => {
    ranks[numbers.get(text)!] = sign * rank;
  });
  return Float64Array.from(found, (number) => (number < 0 ? NaN : ranks[number]!));
}

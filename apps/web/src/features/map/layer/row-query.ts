import type { PropertyValue } from '@groma/geo';
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
  const orders = sort.flatMap(({ columnId, direction }) => {
    const found = column(columnId);
    return found ? [comparing(found, kept, direction === 'asc' ? 1 : -1)] : [];
  });
  if (orders.length === 0) return kept;
  const places = Uint32Array.from(kept, (_row, place) => place).sort((one, other) => {
    for (const order of orders) {
      const difference = order(one, other);
      if (difference !== 0) return difference;
    }
    return one - other;
  });
  return places.map((place) => kept[place]!);
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
    case 'greater': return value > wanted;
    default: return false;
  }
}

/** Compares two places of `rows`; empty cells stand last in both directions. The values are read once. */
function comparing({ isNumber, read }: QueryColumn, rows: Uint32Array, sign: 1 | -1): (one: number, other: number) => number {
  if (isNumber) {
    const values = Float64Array.from(rows, (row) => (read(row) ?? NaN) as number);
    return (one, other) => {
      const [a, b] = [values[one]!, values[other]!];
      return Number.isNaN(a) || Number.isNaN(b) ? Number(Number.isNaN(a)) - Number(Number.isNaN(b)) : sign * (a - b);
    };
  }
  const collator = new Intl.Collator(undefined, { numeric: true });
  const values = Array.from(rows, (row) => {
    const value = read(row);
    return value === null ? null : textOf(value);
  });
  return (one, other) => {
    const [a, b] = [values[one]!, values[other]!];
    return a === null || b === null ? Number(a === null) - Number(b === null) : sign * collator.compare(a, b);
  };
}

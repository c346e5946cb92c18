import { quoteIdentifier, type TableFilter } from '@groma/model';
import type { TableReference } from './engine.ts';

type Dialect = 'postgres' | 'duckdb';

/** A query for the rows of a table, with values as parameters and names in quotes. */
export function tableQuery(
  { catalog, schema, table, filter, sort }: TableReference,
  dialect: Dialect,
  selected = '*',
): { sql: string; params: unknown[] } {
  const params: unknown[] = [];
  const conditions = filter.map((each) => conditionOf(each, dialect, (value) => `$${params.push(value)}`));
  const order = sort.map(
    ({ column, descending }) => `${quoteIdentifier(column)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`,
  );
  const name = [catalog, schema, table]
    .filter((part) => part !== undefined)
    .map(quoteIdentifier)
    .join('.');
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const sorted = order.length > 0 && selected === '*' ? ` ORDER BY ${order.join(', ')}` : '';
  return { sql: `SELECT ${selected} FROM ${name}${where}${sorted}`, params };
}

const comparisons = {
  equals: '=',
  notEquals: 'IS DISTINCT FROM',
  less: '<',
  lessOrEqual: '<=',
  greater: '>',
  greaterOrEqual: '>=',
} as const;

function conditionOf(
  { column, operator, value = '' }: TableFilter,
  dialect: Dialect,
  param: (value: unknown) => string,
): string {
  const name = quoteIdentifier(column);
  const text = `lower(CAST(${name} AS ${dialect === 'postgres' ? 'text' : 'VARCHAR'}))`;
  // As text, which the database reads as the column's own type.
  const plain = String(value);
  switch (operator) {
    case 'isNull':
      return `${name} IS NULL`;
    case 'isNotNull':
      return `${name} IS NOT NULL`;
    case 'contains':
      return dialect === 'postgres'
        ? `strpos(${text}, lower(${param(plain)}::text)) > 0`
        : `contains(${text}, lower(CAST(${param(plain)} AS VARCHAR)))`;
    case 'startsWith':
      return dialect === 'postgres'
        ? `starts_with(${text}, lower(${param(plain)}::text))`
        : `starts_with(${text}, lower(CAST(${param(plain)} AS VARCHAR)))`;
    default:
      return `${name} ${comparisons[operator]} ${param(plain)}`;
  }
}

import { int64Value, type PropertyValue } from '@groma/geo';
import type { LayerDescription } from './ogr-layer.ts';

const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** GDAL gives columns of expressions the width of the numbers in them. */
export const WIDE_OPTIONS = ['--config', 'OGR_PROMOTE_TO_INTEGER64', 'YES'];

/**
 * SQL that answers for each column of a table of SQLite 1 where it has a whole number beyond 32 bits, and else 0. GDAL
 * reads a column that is declared as INTEGER with 32 bits, and cuts what does not fit without a word.
 */
export function findWideIntegers(table: string, columns: readonly string[]): string {
  const isWide = (column: string): string =>
    `coalesce(max(typeof(${column}) = 'integer' AND ${column} NOT BETWEEN -2147483648 AND 2147483647), 0)`;
  return `SELECT ${columns.map((name, index) => `${isWide(named(name))} AS c${index}`).join(', ')} FROM ${named(table)}`;
}

/** SQL that reads a layer with all digits of some of its columns. */
export function selectWide({ name, geometryColumn, columns }: LayerDescription, wide: ReadonlySet<string>): string {
  const picked = columns.map((column) =>
    wide.has(column.name) ? `CAST(${named(column.name)} AS BIGINT) AS ${named(column.name)}` : named(column.name),
  );
  const place = geometryColumn === null ? [] : [named(geometryColumn)];
  return `SELECT ${[...place, ...picked].join(', ')} FROM ${named(name)}`;
}

/** A value of such a column: where the first row has none, GDAL hands over the digits as text. */
export function wideInteger(value: unknown): PropertyValue {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? int64Value(BigInt(value)) : (value as PropertyValue);
}

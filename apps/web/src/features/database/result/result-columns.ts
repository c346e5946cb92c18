import type { ResultColumn } from '@groma/model';
import type { GridColumn, GridColumnType } from '@groma/ui';

const numbers =
  /^(?:u?(?:tiny|small|big|huge)?int(?:eger)?|u?int\d*|int[248]|serial|bigserial|smallserial|oid|float\d?|double(?: precision)?|real|decimal|numeric|bignum|money)\b/i;
const fractions = /^(?:double|float|real)/i;
const zoned = /^timestamp.*(?:with time zone|tz)/i;
const times = /^(?:date|time|timestamp|interval)/i;

const widest = 280;
const widths = { text: 130, number: 100, time: 170, geo: 220, boolean: 90 } as const;

/** A column as the grid begins with it: wide enough for its name and what such values need. */
export function gridColumnOf(column: ResultColumn, index: number): GridColumn & { type: GridColumnType } {
  const type = gridTypeOf(column);
  const name = column.name === '' ? `#${index + 1}` : column.name;
  const value = fractions.test(column.type) ? 150 : zoned.test(column.type) ? 200 : widths[type];
  // Columns are named by their place: a result may have two of one name.
  return { id: String(index), name, type, width: Math.min(widest, Math.max(name.length * 7 + 56, value)) };
}

/** How the grid shows a column, by the name that its database has for the type. */
export function gridTypeOf({ type, geometry }: Pick<ResultColumn, 'type' | 'geometry'>): GridColumnType {
  if (geometry) return 'geo';
  if (/\[\d*\]$/.test(type)) return 'text';
  if (numbers.test(type)) return 'number';
  if (/^bool/i.test(type)) return 'boolean';
  return times.test(type) ? 'time' : 'text';
}

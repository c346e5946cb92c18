import type { ResultColumn } from '@groma/model';
import type { GridColumnType } from '@groma/ui';

const numbers = /^(?:u?(?:tiny|small|big|huge)?int(?:eger)?|u?int\d*|int[248]|serial|bigserial|smallserial|oid|float\d?|double(?: precision)?|real|decimal|numeric|money)\b/i;
const times = /^(?:date|time|timestamp|interval)/i;

/** How the grid shows a column, by the name that its database has for the type. */
export function gridTypeOf({ type, geometry }: Pick<ResultColumn, 'type' | 'geometry'>): GridColumnType {
  if (geometry) return 'geo';
  if (/\[\d*\]$/.test(type)) return 'text';
  if (numbers.test(type)) return 'number';
  if (/^bool/i.test(type)) return 'boolean';
  return times.test(type) ? 'time' : 'text';
}

import type { Column, ColumnType } from '@groma/geo';
import type { ResourceDescription } from '@groma/protocol';

/** Names of types in files and databases, and what a layer has for them. */
const types: readonly (readonly [RegExp, ColumnType])[] = [
  [/^u?(big|huge)int|^int8$|^integer64$/i, 'int64'],
  [/^u?(tiny|small|medium)?int/i, 'integer'],
  [/^(real|double|float|numeric|decimal|number)/i, 'number'],
  [/^bool/i, 'boolean'],
  [/^date$/i, 'date'],
  [/^(timestamptz|timestamp with time zone|datetimetz)/i, 'datetimetz'],
  [/^(timestamp|datetime)/i, 'datetime'],
  [/^time/i, 'time'],
  [/^json/i, 'json'],
];

/** The columns that a snapshot of described data will have, as far as the names of its types tell. */
export function describedColumns(columns: ResourceDescription['columns']): Column[] {
  return columns
    .filter(({ is_geometry: isGeometry }) => !isGeometry)
    .map(({ name, type }) => ({ name, type: types.find(([pattern]) => pattern.test(type))?.[1] ?? 'text' }));
}

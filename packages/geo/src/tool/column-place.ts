import { GromaError } from '@groma/model';
import type { PropertyValue } from '../geometry.ts';
import type { ToolTable } from './tool-table.ts';

/** The place of a column. @throws GromaError TOOL_COLUMN_UNKNOWN */
export function columnPlace(table: ToolTable, name: string): number {
  const place = table.columns.findIndex((column) => column.name === name);
  if (place < 0) throw new GromaError('TOOL_COLUMN_UNKNOWN', { name });
  return place;
}

/** A value as something that is equal where the values are. */
export function keyOf(value: PropertyValue): string {
  return value === null ? '' : `${typeof value}:${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
}

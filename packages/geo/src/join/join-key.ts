import type { PropertyValue } from '../geometry.ts';

/**
 * The text by which a value meets those of another layer: numbers and their digits as text are the same, outer spaces
 * don't count, letters must be equal. Null for what meets nothing: empty cells, blank texts, NaN.
 */
export function joinKey(value: PropertyValue): string | null {
  if (typeof value === 'string') return value.trim() || null;
  if (value === null || value === undefined || Number.isNaN(value)) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

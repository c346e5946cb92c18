import { int64Value, type PropertyValue } from '@groma/geo';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const deepest = 16;

/**
 * A value of Parquet as a property: whole numbers that a number cannot hold are text, moments ISO 8601, bytes text or
 * base64.
 */
export function parquetValue(value: unknown, depth = 0): PropertyValue {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case 'bigint':
      return int64Value(value);
    // JSON, which lists and objects become, has no number for NaN.
    case 'number':
      return depth === 0 || Number.isFinite(value) ? value : null;
    case 'boolean':
    case 'string':
      return value;
    case 'object':
      return objectValue(value, depth);
    default:
      return null;
  }
}

function objectValue(value: object, depth: number): PropertyValue {
  if (value instanceof Date) return dateText(value);
  if (value instanceof Uint8Array) return bytesText(value);
  if (depth >= deepest) return null;
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as ArrayLike<unknown>, (each) => parquetValue(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, each]) => [key, parquetValue(each, depth + 1)]),
  );
}

function dateText(value: Date): string | null {
  return Number.isNaN(value.getTime()) ? null : value.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
}

/** Texts that were not marked as such are text all the same. */
function bytesText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('base64');
  }
}

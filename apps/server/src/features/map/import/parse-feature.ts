import type { PropertyValue } from '@groma/geo';

/** A run of 16 or more digits that is no decimal part: it may be an integer that JavaScript would round. */
const LONG_INTEGER = /(?<![.\d])\d{16,}(?=[\s,}\]]|$)/;

/**
 * Parses a member of GeoJSON without rounding integers beyond 2^53: as the value of a property, or as `id`, they are a
 * `bigint`, within a list or an object their digits as text. Throws `SyntaxError`.
 */
export function parseExact(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  const root = JSON.parse(text, longIntegersBy(BigInt)) as unknown;
  if (typeof root !== 'object' || root === null) return root;
  // A feature, or the properties of one, which come by themselves where they stand at the top.
  return Object.fromEntries(
    Object.entries(root).map(([key, value]) => [
      key,
      key === 'properties' && isRecord(value)
        ? withTexts(value)
        : key === 'geometry' || key === 'coordinates'
          ? deep(value, Number)
          : flat(value),
    ]),
  );
}

/** Parses JSON without rounding integers beyond 2^53: those become text, digit for digit. Throws `SyntaxError`. */
export function parseJson(text: string): PropertyValue {
  return (LONG_INTEGER.test(text) ? JSON.parse(text, longIntegersBy(String)) : JSON.parse(text)) as PropertyValue;
}

function longIntegersBy(keep: (digits: string) => unknown): (key: string, value: unknown) => unknown {
  return ((_key: string, value: unknown, context?: { source?: string }): unknown => {
    const source = context?.source;
    return typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
      ? keep(source)
      : value;
  }) as (key: string, value: unknown) => unknown;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withTexts(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, flat(value)]));
}

function flat(value: unknown): unknown {
  return typeof value === 'bigint' ? value : deep(value, String);
}

function deep(value: unknown, convert: (value: bigint) => unknown): unknown {
  if (typeof value === 'bigint') return convert(value);
  if (Array.isArray(value)) return value.map((each) => deep(each, convert));
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, deep(each, convert)]))
    : value;
}

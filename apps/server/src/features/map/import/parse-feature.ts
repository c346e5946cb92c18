/** A run of 16 or more digits that is no decimal part: it may be an integer that JavaScript would round. */
const LONG_INTEGER = /(?<![.\d])\d{16,}(?=[\s,}\]])/;

/**
 * Parses JSON without rounding integers beyond 2^53: those become text, digit for digit. Throws `SyntaxError`.
 */
export function parseExact(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  return JSON.parse(text, keepLongIntegers as (key: string, value: unknown) => unknown);
}

function keepLongIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

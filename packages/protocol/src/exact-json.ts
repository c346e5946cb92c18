/** A run of 16 or more digits that is not a decimal part: it may be an integer that JavaScript would round. */
const longInteger = /(?<![.\d])\d{16,}/;

/**
 * Parses JSON of which integers beyond 2^53 − 1 become their digits as text, as 64-bit integers are everywhere.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  return longInteger.test(text)
    ? JSON.parse(text, exactly as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
}

/** Older browsers don't tell the source of a number: there it stays rounded. */
function exactly(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
    ? source
    : value;
}

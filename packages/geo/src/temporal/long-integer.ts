const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;
const DIGITS = /^(?:0|-?[1-9]\d{0,18})$/;

/** Whether a text is a signed 64-bit integer, written without a plus sign or leading zeros. */
export function isInt64Text(text: string): boolean {
  return DIGITS.test(text) && (text.length < 19 || isInt64(BigInt(text)));
}

export function isInt64(value: bigint): boolean {
  return value >= LEAST && value <= MOST;
}

/**
 * A 64-bit integer as values hold it, also in JSON: a number up to 2^53 − 1 either way, and its digits as text beyond.
 */
export function int64Value(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Which of two values of a column of 64-bit integers comes first, to the last digit: negative, 0 or positive. */
export function compareInt64(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [BigInt(one), BigInt(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Only where so many digits stand in a row can a whole number be beyond what a double holds. */
const longDigits = /\d{16}/;

/**
 * JSON whose whole numbers beyond 2^53 keep all their digits, as what `whole` makes of them: a `bigint`.
 * @throws SyntaxError
 */
export function parseWholeJson(text: string, whole: (digits: string) => unknown = BigInt): unknown {
  // Looking at each number takes several times as long.
  if (!longDigits.test(text)) return JSON.parse(text);
  const kept = (_key: string, value: unknown, context: { source?: string }): unknown =>
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    context.source !== undefined &&
    /^-?\d+$/.test(context.source)
      ? whole(context.source)
      : value;
  return JSON.parse(text, kept as Parameters<typeof JSON.parse>[1]) as unknown;
}

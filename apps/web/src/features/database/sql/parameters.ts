import { sqlTokens } from './sql-tokens.ts';

/**
 * Names of the parameters of a text in the order of their first use: `1` of `$1`, `since` of `$since`. Numbers are in
 * their own order.
 */
export function parametersOf(text: string): string[] {
  const names: string[] = [];
  for (const { kind, from, to } of sqlTokens(text)) if (kind === 'parameter') names.push(text.slice(from + 1, to));
  const distinct = [...new Set(names)];
  return distinct.every(isNumbered) ? distinct.toSorted((first, second) => Number(first) - Number(second)) : distinct;
}

const isNumbered = (name: string) => /^\d+$/.test(name);

export type ParameterValue = string | number | boolean | null;

/**
 * The values of a text's parameters as the call takes them: a list for numbered ones, a record for named ones;
 * undefined where there are none.
 */
export function parameterValues(
  names: readonly string[],
  typed: Readonly<Record<string, string>>,
): ParameterValue[] | Record<string, ParameterValue> | undefined {
  if (names.length === 0) return undefined;
  const valueOf = (name: string) => parameterValue(typed[name] ?? '');
  if (!names.every(isNumbered)) return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  const most = Math.max(...names.map(Number));
  return Array.from({ length: Math.min(most, 1_000) }, (_value, index) => valueOf(String(index + 1)));
}

/**
 * What a typed value means: nothing and `null` are null, numbers and truth values are themselves, quotes make a text of
 * anything.
 */
export function parameterValue(typed: string): ParameterValue {
  const text = typed.trim();
  if (text === '' || text.toLowerCase() === 'null') return null;
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  // A leading zero names something, and more digits than a number keeps are no number either.
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:e[+-]?\d{1,3})?$/i.test(text)) return Number(text);
  return /^'[\s\S]*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : typed;
}

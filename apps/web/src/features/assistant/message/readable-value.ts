/** Characters of a result that are shown; a model has had all of them, a person wants a look. */
const mostShown = 20_000;

/**
 * A parameter or result of a tool as text: text as it is, anything else as indented JSON; empty for nothing. Cut unless
 * `isWhole`, as where somebody decides on it.
 */
export function readableValue(value: unknown, isWhole = false): string {
  const text = typeof value === 'string' ? value : isNothing(value) ? '' : JSON.stringify(value, null, 2);
  return text.length > mostShown && !isWhole ? `${text.slice(0, mostShown)}\n…` : text;
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

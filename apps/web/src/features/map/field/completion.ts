import { columnReference, EXPRESSION_FUNCTIONS, type Column } from '@groma/geo';

/** What can stand where the person types. `insert` takes the place of the text from `from` to the caret. */
export interface Completion {
  kind: 'column' | 'function';
  name: string;
  detail: string;
  insert: string;
  from: number;
}

const most = 8;

/**
 * Columns after a dollar, functions after the letters they begin with; only within an expression, which begins with
 * `=`, for functions.
 */
export function completionsAt(text: string, caret: number, columns: readonly Column[]): Completion[] {
  const before = text.slice(0, caret);
  if (isInText(before)) return [];
  const dollar = /\$\{?([^${}]*)$/.exec(before);
  if (dollar && !/[-+*/(),=<>&]/.test(dollar[1]!)) return columnsLike(dollar[1]!, dollar.index, columns);
  const word = /(?:^|[^\p{L}\p{N}_$])([\p{L}_][\p{L}\p{N}_]*)$/u.exec(before)?.[1];
  if (word === undefined || !text.trimStart().startsWith('=')) return [];
  const typed = word.toLowerCase();
  return EXPRESSION_FUNCTIONS.filter(({ name }) => name.startsWith(typed))
    .slice(0, most)
    .map((each) => ({
      kind: 'function',
      name: each.name,
      detail: signatureOf(each),
      insert: `${each.name}(`,
      from: caret - word.length,
    }));
}

/** A function with the names of what it takes. */
export function signatureOf({ name, parameters, repeats }: (typeof EXPRESSION_FUNCTIONS)[number]): string {
  return `${name}(${parameters.map((each) => (each.optional ? `[${each.name}]` : each.name)).join(', ')}${repeats ? ', …' : ''})`;
}

function columnsLike(typed: string, from: number, columns: readonly Column[]): Completion[] {
  const sought = typed.toLowerCase();
  const starting = columns.filter(({ name }) => name.toLowerCase().startsWith(sought));
  const holding = columns.filter(
    ({ name }) => !name.toLowerCase().startsWith(sought) && name.toLowerCase().includes(sought),
  );
  return [...starting, ...holding]
    .slice(0, most)
    .map(({ name, type }) => ({ kind: 'column', name, detail: type, insert: columnReference(name), from }));
}

/** Whether an odd quote stands before: the person writes a text. */
function isInText(before: string): boolean {
  if (!before.trimStart().startsWith('=')) return false;
  let quote: string | null = null;
  for (const letter of before) {
    if (quote === null && (letter === '"' || letter === "'")) quote = letter;
    else if (letter === quote) quote = null;
  }
  return quote !== null;
}

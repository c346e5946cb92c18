import { ExpressionError } from './expression-error.ts';

/** A word of an expression; `position` and `end` are character indices. */
export type Token = { position: number; end: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'column'; name: string }
  /** A name of a function or a word such as `and`, in lower case. */
  | { kind: 'word'; word: string }
  | { kind: 'sign'; sign: string }
);

const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const WORD = /\p{L}[\p{L}\p{N}_]*/uy;
const SIGN = /==|!=|<>|<=|>=|\|\||[-+*/%^(),=<>&]/y;
const WORD_END = /[\p{L}\p{N}_]/u;

/**
 * Cuts the text of an expression from `start` into words. `$name` is the longest column name that stands there,
 * `${name}` the column of exactly that name. @throws ExpressionError.
 */
export function tokenize(text: string, start: number, columns: readonly string[]): Token[] {
  const names = columns.toSorted((one, other) => other.length - one.length);
  const tokens: Token[] = [];
  for (let at = start; at < text.length; at = tokens.at(-1)?.end ?? at) {
    while (at < text.length && /\s/.test(text[at]!)) at++;
    if (at < text.length) tokens.push(tokenAt(text, at, names));
    else break;
  }
  return tokens;
}

function tokenAt(text: string, at: number, names: readonly string[]): Token {
  const letter = text[at]!;
  if (letter === '$') return columnAt(text, at, names);
  if (letter === '"' || letter === "'") return quotedAt(text, at);
  const number = match(NUMBER, text, at);
  if (number !== null) return { kind: 'number', value: Number(number), position: at, end: at + number.length };
  const word = match(WORD, text, at);
  if (word !== null) return { kind: 'word', word: word.toLowerCase(), position: at, end: at + word.length };
  const sign = match(SIGN, text, at);
  if (sign !== null) return { kind: 'sign', sign, position: at, end: at + sign.length };
  const found = String.fromCodePoint(text.codePointAt(at)!);
  throw new ExpressionError('unexpected', at, at + found.length, { found });
}

/** In an expression a name ends where the word ends: `$population` is not the column `pop`. */
function columnAt(text: string, at: number, names: readonly string[]): Token {
  for (const name of names) {
    if (text.startsWith(`{${name}}`, at + 1)) return { kind: 'column', name, position: at, end: at + name.length + 3 };
    const end = at + 1 + name.length;
    if (text.startsWith(name, at + 1) && !(WORD_END.test(name.at(-1) ?? '') && WORD_END.test(text[end] ?? '')))
      return { kind: 'column', name, position: at, end };
  }
  const shown = /^\$(\{[^}]*\}?|[\p{L}\p{N}_]*)/u.exec(text.slice(at))![0];
  throw new ExpressionError('unknown-column', at, at + shown.length, { name: shown.replace(/^\$\{?|\}$/g, '') });
}

/** A quote inside a text is doubled or follows a backslash. */
function quotedAt(text: string, at: number): Token {
  const quote = text[at]!;
  let value = '';
  for (let next = at + 1; next < text.length; next++) {
    const letter = text[next]!;
    if (letter === '\\' && next + 1 < text.length) value += ESCAPES[text[++next]!] ?? text[next]!;
    else if (letter !== quote) value += letter;
    else if (text[next + 1] === quote) value += text[++next]!;
    else return { kind: 'text', value, position: at, end: next + 1 };
  }
  throw new ExpressionError('open-text', at, text.length);
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t' };

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

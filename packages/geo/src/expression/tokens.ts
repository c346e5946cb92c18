import { ExpressionError } from './expression-error.ts';

/** A word of an expression; `position` and `end` are character indices. */
export type Token = { position: number; end: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'column'; name: string }
  /** A name of a function or a word such as `and`: in lower case, and as it was written. */
  | { kind: 'word'; word: string; written: string }
  | { kind: 'sign'; sign: string }
);

const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const WORD = /\p{L}[\p{L}\p{N}_]*/uy;
const SIGN = /==|!=|<>|<=|>=|\|\||[-+*/%^(),=<>&]/y;
const WORD_END = /[\p{L}\p{N}_]/u;

/**
 * Cuts the text of an expression from `start` into words. `$name` is the longest column name that stands there,
 * `${name}` and `"name"` the column of exactly that name, `'text'` a text. @throws ExpressionError.
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
  if (letter === "'") return textAt(text, at);
  if (letter === '"') return quotedColumnAt(text, at, names);
  const number = match(NUMBER, text, at);
  if (number !== null) return { kind: 'number', value: Number(number), position: at, end: at + number.length };
  const word = match(WORD, text, at);
  if (word !== null)
    return { kind: 'word', word: word.toLowerCase(), written: word, position: at, end: at + word.length };
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

/**
 * A column as SQL quotes it. That no column has the name is an error and not a text: a misspelt one would find nothing
 * without a word.
 */
function quotedColumnAt(text: string, at: number, names: readonly string[]): Token {
  const end = /"(?:[^"]|"")*"/y;
  const quoted = match(end, text, at);
  if (quoted === null) throw new ExpressionError('open-text', at, text.length);
  const name = quoted.slice(1, -1).replaceAll('""', '"');
  const place = [at, at + quoted.length] as const;
  if (names.includes(name)) return { kind: 'column', name, position: place[0], end: place[1] };
  throw new ExpressionError('quoted-column', ...place, { name, text: `'${name.replaceAll("'", "''")}'` });
}

/** How a column is named in an expression: with a dollar, in braces where the name is more than one word. */
export function columnReference(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? `$${name}` : `\${${name}}`;
}

/** A quote inside a text is doubled or follows a backslash. */
function textAt(text: string, at: number): Token {
  let value = '';
  for (let next = at + 1; next < text.length; next++) {
    const letter = text[next]!;
    if (letter === '\\' && next + 1 < text.length) value += ESCAPES[text[++next]!] ?? text[next]!;
    else if (letter !== "'") value += letter;
    else if (text[next + 1] === "'") value += text[++next]!;
    else return { kind: 'text', value, position: at, end: next + 1 };
  }
  throw new ExpressionError('open-text', at, text.length);
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t' };

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

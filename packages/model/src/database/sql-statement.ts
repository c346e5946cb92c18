/**
 * A statement of a text: its own text without blanks around it, and where it stands (`end` is behind its last
 * character).
 */
export interface SqlStatement {
  text: string;
  start: number;
  end: number;
}

/** What has to be read again after a statement (DBS-037). */
export type SqlEffect = 'none' | 'data' | 'schema';

/**
 * Splits a text at the semicolons that end statements: not those in quotes, dollar quotes or comments. Pieces without
 * anything but blanks and comments are left out.
 */
export function splitStatements(text: string): SqlStatement[] {
  const found: SqlStatement[] = [];
  let start = 0;
  let isEmpty = true;
  const add = (end: number): void => {
    if (!isEmpty) found.push(trimmed(text, start, end));
    isEmpty = true;
    start = end + 1;
  };
  for (let at = 0; at < text.length;) {
    const comment = commentEnd(text, at);
    if (comment > at) {
      at = comment;
      continue;
    }
    const character = text[at]!;
    if (character === ';') {
      add(at);
      at += 1;
      continue;
    }
    if (!/\s/.test(character)) isEmpty = false;
    at = Math.max(quoteEnd(text, at), at + 1);
  }
  add(text.length);
  return found;
}

/** The statement in which a place of the text is, or the one before it. */
export function statementAt(text: string, place: number): SqlStatement | undefined {
  const statements = splitStatements(text);
  return statements.findLast(({ start }) => start <= place) ?? statements[0];
}

/**
 * A quoted text or name of a statement, with its quotes, and what stands before it since the one before, without
 * comments.
 */
export interface SqlQuotation {
  text: string;
  start: number;
  end: number;
  before: string;
}

/** Everything that a statement has in single or double quotes, in order. Texts in dollar quotes are left out. */
export function quotationsOf(statement: string): SqlQuotation[] {
  const found: SqlQuotation[] = [];
  let before = '';
  for (let at = 0; at < statement.length;) {
    const [comment, end] = [commentEnd(statement, at), quoteEnd(statement, at)];
    if (comment === at && end > at && statement[at] !== '$') {
      found.push({ text: statement.slice(at, end), start: at, end, before });
      before = '';
    } else before += comment > at || end > at ? ' ' : statement[at];
    at = Math.max(comment, end, at + 1);
  }
  return found;
}

const schemaWords =
  /^(create|alter|drop|comment|rename|attach|detach|grant|revoke|import|reindex|refresh|load|install|use)\b/;
const dataWords = /^(insert|update|delete|merge|truncate|copy|call|do|execute|replace)\b/;
const changingInside = /\b(insert\s+(?:or\s+\w+\s+)?into|update|delete\s+from|merge\s+into)\b/;

/** What a statement changes, by its first word; `WITH` and `EXPLAIN ANALYZE` may lead to a change. */
export function effectOf(statement: string): SqlEffect {
  const plain = withoutComments(statement).trim().toLowerCase();
  const words = plain.replace(/^explain\b\s*(analy[sz]e\b|\([^)]*\))\s*/, '').replace(/^\(+/, '');
  if (schemaWords.test(words)) return 'schema';
  if (dataWords.test(words)) return 'data';
  if (words.startsWith('with') && changingInside.test(words)) return 'data';
  if (words.startsWith('select') && /\binto\b/.test(words)) return 'schema';
  return 'none';
}

/** The stronger of two effects: a changed schema includes changed data. */
export function strongerEffect(one: SqlEffect, other: SqlEffect): SqlEffect {
  if (one === 'schema' || other === 'schema') return 'schema';
  return one === 'data' || other === 'data' ? 'data' : 'none';
}

function trimmed(text: string, start: number, end: number): SqlStatement {
  let from = start;
  for (;;) {
    while (from < end && /\s/.test(text[from]!)) from += 1;
    const comment = commentEnd(text, from);
    if (comment <= from) break;
    from = Math.min(comment, end);
  }
  let to = end;
  while (to > from && /\s/.test(text[to - 1]!)) to -= 1;
  return { text: text.slice(from, to), start: from, end: to };
}

/** Where the comment that begins here ends; the place itself where none does. Block comments nest, as in PostgreSQL. */
export function commentEnd(text: string, at: number): number {
  if (text.startsWith('--', at)) {
    const line = text.indexOf('\n', at);
    return line < 0 ? text.length : line + 1;
  }
  if (!text.startsWith('/*', at)) return at;
  let depth = 1;
  for (let place = at + 2; place < text.length; place++) {
    if (text.startsWith('/*', place)) {
      depth += 1;
      place += 1;
    } else if (text.startsWith('*/', place)) {
      depth -= 1;
      place += 1;
      if (depth === 0) return place + 1;
    }
  }
  return text.length;
}

/** Where the quoted text that begins here ends; the place itself where none does. */
export function quoteEnd(text: string, at: number): number {
  const quote = text[at]!;
  if (quote === "'" || quote === '"')
    return closingQuote(
      text,
      at,
      quote,
      quote === "'" && /[eE]/.test(text[at - 1] ?? '') && !/\w/.test(text[at - 2] ?? ''),
    );
  if (quote !== '$' || /[\w$]/.test(text[at - 1] ?? '')) return at;
  const tag = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(text.slice(at, at + 66))?.[0];
  if (tag === undefined) return at;
  const end = text.indexOf(tag, at + tag.length);
  return end < 0 ? text.length : end + tag.length;
}

function closingQuote(text: string, at: number, quote: string, hasEscapes: boolean): number {
  for (let place = at + 1; place < text.length; place++) {
    if (hasEscapes && text[place] === '\\') place += 1;
    else if (text[place] === quote) {
      if (text[place + 1] === quote) place += 1;
      else {
        const next = hasEscapes ? continuedAt(text, place + 1) : -1;
        if (next < 0) return place + 1;
        place = next;
      }
    }
  }
  return text.length;
}

/** Where a text in quotes goes on: after a line break, its next quote is still of the same text. -1: it does not. */
function continuedAt(text: string, end: number): number {
  let place = end;
  for (let next = end; next < text.length; place = next) {
    next = text.startsWith('--', place) ? commentEnd(text, place) : /\s/.test(text[place]!) ? place + 1 : place;
    if (next === place) break;
  }
  return text[place] === "'" && /[\n\r]/.test(text.slice(end, place)) ? place : -1;
}

/** A text whose comments and quoted texts are blanks, so that words can be looked for. */
function withoutComments(text: string): string {
  let plain = '';
  for (let at = 0; at < text.length;) {
    const end = Math.max(commentEnd(text, at), quoteEnd(text, at));
    plain += end > at ? ' ' : text[at];
    at = Math.max(end, at + 1);
  }
  return plain;
}

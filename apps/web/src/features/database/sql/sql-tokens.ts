type SqlTokenKind = 'space' | 'comment' | 'string' | 'name' | 'word' | 'parameter' | 'end' | 'other';

/** A piece of SQL by its places in the text; `to` is not counted. */
export interface SqlToken {
  kind: SqlTokenKind;
  from: number;
  to: number;
}

/** How each kind begins, in the order they are tried. Sticky: each is asked at one place. */
const beginnings: readonly [SqlTokenKind, RegExp][] = [
  ['space', /\s+/y],
  ['comment', /--[^\n]*/y],
  // A backslash escapes only in the strings that Postgres marks so.
  ['string', /[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/y],
  ['string', /'(?:[^']|'')*(?:'|$)/y],
  ['name', /"(?:[^"]|"")*(?:"|$)/y],
  ['string', /\$([\p{L}_][\p{L}\p{N}_]*)?\$[\s\S]*?(?:\$\1\$|$(?![\s\S]))/uy],
  ['parameter', /\$(?:\d+|[\p{L}_][\p{L}\p{N}_]*)/uy],
  ['word', /[\p{L}_][\p{L}\p{N}_$]*/uy],
  ['other', /\d[\w.]*/y],
  ['other', /::/y],
  ['end', /;/y],
];

/**
 * Cuts SQL into strings, names, comments and the rest, as Postgres and DuckDB read it. Nothing is left out: the tokens
 * touch.
 */
export function* sqlTokens(text: string): Generator<SqlToken> {
  for (let from = 0; from < text.length;) {
    const token = tokenAt(text, from);
    yield token;
    from = token.to;
  }
}

function tokenAt(text: string, from: number): SqlToken {
  if (text.startsWith('/*', from)) return { kind: 'comment', from, to: endOfBlockComment(text, from) };
  for (const [kind, beginning] of beginnings) {
    beginning.lastIndex = from;
    const found = beginning.exec(text);
    if (found) return { kind, from, to: from + found[0].length };
  }
  return { kind: 'other', from, to: from + 1 };
}

/** Block comments nest. One that is not closed goes to the end. */
function endOfBlockComment(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith('/*', at)) {
      depth += 1;
      at += 1;
    } else if (text.startsWith('*/', at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

import { commentEnd, quoteEnd } from './sql-statement.ts';

/** A part of a name, as it is meant (without quotes) and where it stands. */
export interface SqlNamePart {
  name: string;
  start: number;
  end: number;
}

const identifier = /[\p{L}_][\p{L}\p{N}_$]*/uy;

/**
 * The names of a statement that have dots in them, such as `layers."World"."roads"`, in order. Texts and comments hold
 * none. A name of a column is one too: what a name stands for, only the database knows.
 */
export function dottedNames(statement: string): SqlNamePart[][] {
  const found: SqlNamePart[][] = [];
  let open: SqlNamePart[] = [];
  let isAfterDot = false;
  const close = (): void => {
    if (open.length > 1) found.push(open);
    open = [];
    isAfterDot = false;
  };
  for (let at = 0; at < statement.length;) {
    const comment = commentEnd(statement, at);
    if (comment > at || /\s/.test(statement[at]!)) {
      at = Math.max(comment, at + 1);
      continue;
    }
    const part = partAt(statement, at);
    if (part) {
      if (!isAfterDot) close();
      open.push(part);
      isAfterDot = false;
      at = part.end;
    } else if (statement[at] === '.' && open.length > 0 && !isAfterDot) {
      isAfterDot = true;
      at += 1;
    } else {
      close();
      at = Math.max(quoteEnd(statement, at), at + 1);
    }
  }
  close();
  return found;
}

function partAt(statement: string, at: number): SqlNamePart | null {
  if (statement[at] === '"') {
    const end = quoteEnd(statement, at);
    return { name: statement.slice(at + 1, end - 1).replaceAll('""', '"'), start: at, end };
  }
  // A text with a letter before it, as in E'…', begins at its quote.
  identifier.lastIndex = at;
  const word = identifier.exec(statement)?.[0];
  return word === undefined ? null : { name: word, start: at, end: at + word.length };
}

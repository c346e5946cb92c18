import { assistant, type SqlDraftReply } from '@groma/protocol';

/** The object as far as its text has come; null before the SQL begins. */
export function partialDraft(text: string): SqlDraftReply | null {
  // A cut escape (\, \u12) and half of a character made of two say nothing yet.
  const shown = text.replace(/\\(u[0-9a-f]{0,3})?$/i, (tail, _digits, at: number) => (isEscaped(text, at) ? tail : ''));
  return read(text) ?? read(`${shown}"}`) ?? read(`${text}}`);
}

/** The object of a whole text; null where it broke off. */
export function wholeDraft(text: string): SqlDraftReply | null {
  return read(text);
}

function read(text: string): SqlDraftReply | null {
  try {
    return assistant.sqlDraftReply.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether the backslash at a place is the second of a pair. */
function isEscaped(text: string, at: number): boolean {
  let before = 0;
  while (text[at - 1 - before] === '\\') before += 1;
  return before % 2 === 1;
}

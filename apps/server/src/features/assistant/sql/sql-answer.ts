/** The part of an answer that is SQL, as far as it has come. */
export interface SqlAnswer {
  title: string | null;
  sql: string;
}

const fence = /```[a-z]*[ \t]*\r?\n/i;
/** How SQL begins, as prose does not. */
const sqlStart =
  /^(--|\/\*|\(|select\b|insert\s+into\b|update\s+\S+\s+set\b|delete\s+from\b|create\s|alter\s|drop\s|explain\b|with\s+(recursive\s+)?\S+\s*(\(|as\b)|from\s+\S+\s*($|\n|;|where|select|join|limit|order)|summarize\s|describe\s|pivot\s|unpivot\s|values\s*\(|merge\s+into\b|truncate\s)/i;

/**
 * Takes the SQL out of what a model says: as it was asked to, or between fences, with words around them. Null while it
 * cannot be told, and for an answer without SQL. What is given for a longer text only adds to what was given before.
 */
export function sqlAnswerOf(text: string, isWhole: boolean): SqlAnswer | null {
  const body = bodyOf(text, isWhole);
  if (body === null) return null;
  // The beginning of a comment may still become one.
  if (!isWhole && /^\s*-?$/.test(body)) return null;
  const line = /^\s*--[ \t]*([^\n]*)(\n|$)/.exec(body);
  if (line && line[2] === '' && !isWhole) return null;
  const sql = (line ? body.slice(line[0].length) : body).trimStart();
  return { title: line?.[1]?.trim() || null, sql: isWhole ? sql.trimEnd() : sql.replace(/\s*`*\s*$/, '') };
}

function bodyOf(text: string, isWhole: boolean): string | null {
  const opened = fence.exec(text);
  const lead = text.trimStart();
  if (opened && !sqlStart.test(lead)) {
    const inside = text.slice(opened.index + opened[0].length);
    const end = inside.search(/\r?\n?```/);
    return end < 0 ? inside : inside.slice(0, end);
  }
  return sqlStart.test(lead) && (isWhole || lead.includes('\n')) ? lead.replace(/\r?\n?```[\s\S]*$/, '') : null;
}

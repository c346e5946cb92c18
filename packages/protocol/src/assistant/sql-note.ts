/** Rows as CSV, and below them what the tool `run_sql` says about them, on one line. */
export function withSqlNote(rows: string, note: string): string {
  return `${rows.replace(/\r?\n$/, '')}\n-- ${note}`;
}

/**
 * The rows of an answer of `run_sql`, and what is said about them. Lines of CSV end with CR LF, and a cell that has a
 * line break of its own ends with a quotation mark: no row is taken for a note.
 */
export function splitSqlNote(answer: string): { rows: string; note: string | null } {
  const found = /(?<!\r)\n-- ([^"\r\n]+)$/.exec(answer);
  return found ? { rows: answer.slice(0, found.index), note: found[1]! } : { rows: answer, note: null };
}

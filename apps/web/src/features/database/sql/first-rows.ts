/** The default query of a table (DBS-077). */
export function firstRowsOf(reference: string): string {
  return `SELECT * FROM ${reference} LIMIT 10;`;
}

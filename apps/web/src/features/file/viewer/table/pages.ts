/** Rows above which a table is shown in pages (FIL-047), and most rows of a page (FIL-048). */
export const pageRows = 100;

export function pageSize(rowCount: number): number {
  return Math.min(rowCount, pageRows);
}

/** Pages of a table: one when all its rows are on it. */
export function pageCount(rowCount: number): number {
  return Math.max(1, Math.ceil(rowCount / pageRows));
}

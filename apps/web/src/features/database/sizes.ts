/** Sizes of the specification in pixels and shares. */

/** Of the window's height, for the SQL (DBS-079). */
export const editorShare = { least: 0.1, most: 0.5 } as const;
/** Height of the results where the panel leaves them a choice (DBS-081). */
export const resultGridHeight = 400;
/** Height of the rows of a table (DBS-082). */
export const tableGridHeight = 500;
/** Height of the history (DBS-080). */
export const mostHistoryHeight = 800;
/** Letters of a cell that are shown (DBS-078). */
const mostCellLetters = 50;

/** A height of the SQL that is allowed in a window of a height. */
export function editorHeight(wished: number, windowHeight: number): number {
  return Math.round(Math.min(windowHeight * editorShare.most, Math.max(windowHeight * editorShare.least, wished)));
}

/** A cell's text as it is shown: the rest stands in its tooltip and is copied. */
export function shownText(text: string): string {
  if (text.length <= mostCellLetters) return text;
  const letters = Array.from(text.slice(0, mostCellLetters * 2 + 2));
  return letters.length > mostCellLetters ? `${letters.slice(0, mostCellLetters).join('')}…` : text;
}

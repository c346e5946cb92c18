/** Rows that are drawn one by one; null while a row is on its way. */
export interface RowSource {
  count: number;
  /** `left` is how many characters of a very long line are not drawn. */
  row(index: number): { text: string; style: string; left?: number } | null;
}

import { csvCell } from '@groma/model';
import type { ResultValue } from './cell-value.ts';

/** Letters after which a part is handed to the blob store. */
const partLetters = 1_000_000;

/** Rows as CSV (RFC 4180) in UTF-8 with a header; an empty cell is nothing, an empty text is two quotes. */
export async function csvOf(names: readonly string[], pages: AsyncIterable<ResultValue[][]>): Promise<Blob> {
  // With a mark of the encoding spreadsheets read letters beyond ASCII right.
  const parts: Blob[] = [];
  let text = `\uFEFF${names.map(csvCell).join(',')}\r\n`;
  for await (const rows of pages) {
    for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`;
    if (text.length < partLetters) continue;
    parts.push(new Blob([text]));
    text = '';
  }
  return new Blob([...parts, text], { type: 'text/csv;charset=utf-8' });
}

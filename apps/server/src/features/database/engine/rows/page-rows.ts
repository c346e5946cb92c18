import { sliceBatch, type ColumnBatch, type ColumnShape } from './column-batch.ts';
import { jsonRows, rowTexts } from './json-rows.ts';

/** Bytes of the rows of one page, however many were asked for. */
export const pageBytes = 8 * 1_048_576;
/** Of one cell of a page; a table may hold anything. */
const cellBytes = 100_000;
/** What one byte of a text may become as JSON. */
const mostEscaped = 6;

/** Rows as JSON, one after the other without brackets around them. */
export interface PageRows { text: string; rows: number; bytes: number }

/** So many rows of a batch as have room on a page. The first row of a page always has: where it is too large, its cells are cut. */
export function pageRows(shapes: readonly ColumnShape[], batch: ColumnBatch, { from, to }: { from: number; to: number }, { bytes: room, isFirst }: { bytes: number; isFirst: boolean }): PageRows {
  const textOf = rowTexts(shapes, batch, cellBytes);
  const texts: string[] = [];
  let bytes = 0;
  for (let row = from; row < to; row++) {
    const text = textOf(row);
    const own = Buffer.byteLength(text) + 1;
    if (bytes + own > room) break;
    bytes += own;
    texts.push(text);
  }
  if (texts.length > 0 || to <= from || !isFirst) return { text: texts.join(','), rows: texts.length, bytes };
  const cut = jsonRows(shapes, sliceBatch(batch, from, from + 1), 0, 1, Math.max(1, Math.floor(room / (mostEscaped * shapes.length)))).slice(1, -1);
  return { text: cut, rows: 1, bytes: room };
}

import { sliceBatch, type ColumnBatch, type ColumnShape } from './column-batch.ts';
import { JsonRows } from './json-rows.ts';

/** Bytes of the rows of one page, however many were asked for. */
export const pageBytes = 8 * 1_048_576;
/** Of one cell of a page; a table may hold anything. */
const cellBytes = 100_000;
/** What one byte of a text may become as JSON. */
const mostEscaped = 6;

/** Rows as JSON, one after the other without brackets around them. `bytes`: what they take, with a comma each. */
export interface PageRows {
  text: Buffer;
  rows: number;
  bytes: number;
}

/**
 * So many rows of a batch as have room on a page. The first row of a page always has: where it is too large, its cells
 * are cut.
 */
export function pageRows(
  shapes: readonly ColumnShape[],
  batch: ColumnBatch,
  { from, to }: { from: number; to: number },
  { bytes: room, isFirst }: { bytes: number; isFirst: boolean },
): PageRows {
  const page = new JsonRows(shapes, batch, { most: cellBytes, rows: to - from });
  let rows = 0;
  for (let row = from; row < to; row++) {
    const before = page.length;
    if (rows > 0) page.ascii(',');
    if (page.row(row).length + 1 > room) {
      page.cutAt(before);
      break;
    }
    rows += 1;
  }
  if (rows > 0 || to <= from || !isFirst) return { text: page.bytes, rows, bytes: rows > 0 ? page.length + 1 : 0 };
  const most = Math.max(1, Math.floor(room / (mostEscaped * shapes.length)));
  return { text: new JsonRows(shapes, sliceBatch(batch, from, from + 1), { most }).row(0).bytes, rows: 1, bytes: room };
}

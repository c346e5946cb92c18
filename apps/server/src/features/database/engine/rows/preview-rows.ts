import type { Cell } from '@groma/model';
import type { ColumnBatch, ColumnShape } from './column-batch.ts';
import { jsonRows } from './json-rows.ts';

/** Characters of a cell of a first row. */
const mostCharacters = 200;

/** Rows as cells, with long texts cut. */
export function previewRows(shapes: readonly ColumnShape[], batch: ColumnBatch): Cell[][] {
  const rows = JSON.parse(jsonRows(shapes, batch)) as Cell[][];
  return rows.map((row) => row.map((cell) => typeof cell === 'string' && cell.length > mostCharacters ? `${cell.slice(0, mostCharacters)}…` : cell));
}

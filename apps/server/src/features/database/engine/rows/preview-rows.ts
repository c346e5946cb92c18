import type { Cell } from '@groma/model';
import type { ColumnBatch, ColumnShape } from './column-batch.ts';
import { rowValues } from './json-rows.ts';

/** Bytes of a cell of a first row. */
export const previewBytes = 200;

/** Rows as cells, with long texts cut. */
export function previewRows(shapes: readonly ColumnShape[], batch: ColumnBatch): Cell[][] {
  return rowValues(shapes, batch, 0, batch.rows, previewBytes) as Cell[][];
}

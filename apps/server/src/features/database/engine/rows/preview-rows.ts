import type { Cell } from '@groma/model';
import type { ColumnBatch, ColumnShape } from './column-batch.ts';
import { jsonRows } from './json-rows.ts';

/** Characters of a cell of a first row. */
const mostCharacters = 200;

/** Rows as cells, with long texts cut. */
export function previewRows(shapes: readonly ColumnShape[], batch: ColumnBatch): Cell[][] {
  const rows = JSON.parse(jsonRows(shapes, batch)) as Cell[][];
  return rows.map((row) => row.map(previewCell));
}

/** A cell with its text cut where it is long; a list or struct that is too long is its text. */
export function previewCell(cell: Cell): Cell {
  const text = typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell;
  return typeof text === 'string' && text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : cell;
}

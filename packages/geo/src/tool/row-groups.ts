import type { ToolParameters } from '@groma/model';
import type { PropertyValue } from '../geometry.ts';
import { hilbertOrder } from '../snapshot/hilbert.ts';
import { columnPlace, keyOf } from './column-place.ts';
import { extentOf } from './row-extent.ts';
import { madeFrom, type OutputColumn } from './tool-output.ts';
import { positionRange, type GeometryBatch } from './tool-run.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';
import type { ToolWork } from './tool-work.ts';

/** Rows with the same values in some columns. */
export interface RowGroup {
  readonly values: readonly PropertyValue[];
  readonly rows: { batch: ToolBatch; row: number }[];
}

/** Names of columns that a parameter lists. */
export function namesIn(parameters: ToolParameters, name: string): readonly string[] {
  return (parameters[name] ?? []) as readonly string[];
}

/**
 * Columns of a result that hold the values of groups, in the order of the names.
 * @throws GromaError TOOL_COLUMN_UNKNOWN
 */
export function groupColumns(table: ToolTable, names: readonly string[]): OutputColumn[] {
  return names.map((name, at) => madeFrom({ name, type: table.columns[columnPlace(table, name)]!.type }, at));
}

/** All rows of a table by their values in some columns, groups in the order of their first rows. */
export async function groupRows(table: ToolTable, names: readonly string[], work: ToolWork): Promise<RowGroup[]> {
  const places = names.map((name) => columnPlace(table, name));
  const groups = new Map<string, RowGroup>();
  for await (const batch of table.batches()) {
    const cells = places.map((place) => batch.cell(place));
    for (let row = 0; row < batch.rows; row++) {
      const values = cells.map((cell) => cell(row));
      const key = JSON.stringify(values.map(keyOf));
      const group = groups.get(key);
      if (group) group.rows.push({ batch, row });
      else groups.set(key, { values, rows: [{ batch, row }] });
    }
    if (work.isDue(0)) await work.breathe();
  }
  return [...groups.values()];
}

/** Whether a row has a geometry with at least one position. */
export function hasGeometry(from: RowGroup['rows'][number]): from is { batch: GeometryBatch; row: number } {
  const { geometry } = from.batch;
  if (!geometry || from.batch.kind === 'none') return false;
  const [first, end] = positionRange(geometry, from.row);
  return end > first;
}

/** Rows in an order in which neighbours are near each other. */
export function spatialOrder<From extends { batch: GeometryBatch; row: number }>(rows: readonly From[]): From[] {
  const boxes = new Float64Array(rows.length * 4);
  rows.forEach(({ batch: { geometry }, row }, at) =>
    boxes.set(extentOf(geometry.coordinates, geometry.size, ...positionRange(geometry, row)), at * 4),
  );
  return Array.from(hilbertOrder(boxes, rows.length), (at) => rows[at]!);
}

import { GromaError } from '@groma/model';
import type { PropertyValue } from '../geometry.ts';
import { hilbertOrder } from '../snapshot/hilbert.ts';
import { loadGeos } from './geos.ts';
import { extentOf } from './row-extent.ts';
import { ToolOutput, madeFrom } from './tool-output.ts';
import { collectBatches, positionRange, textIn, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';
import { unionAll } from './union-all.ts';

/** The place of a column. @throws GromaError TOOL_COLUMN_UNKNOWN */
export function columnPlace(table: ToolTable, name: string): number {
  const place = table.columns.findIndex((column) => column.name === name);
  if (place < 0) throw new GromaError('TOOL_COLUMN_UNKNOWN', { name });
  return place;
}

/** A value as something that is equal where the values are. */
export function keyOf(value: PropertyValue): string {
  return value === null ? '' : `${typeof value}:${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
}

export const dissolve: Tool = (run) => {
  const name = textIn(run.parameters, 'attribute');
  if (name === '') throw new GromaError('TOOL_NEEDS_ATTRIBUTE');
  const place = columnPlace(run.features, name);
  const output = new ToolOutput([
    madeFrom({ name, type: run.features.columns[place]!.type }, 0),
    madeFrom({ name: 'count', type: 'integer' }, 1),
  ]);
  return { columns: output.columns, batches: dissolved(run, place, output) };
};

type Group = { value: PropertyValue; rows: { batch: GeometryBatch; row: number }[] };

async function* dissolved({ features, work }: ToolRun, place: number, output: ToolOutput): AsyncGenerator<ToolBatch> {
  const geos = await loadGeos();
  const groups = new Map<string, Group>();
  for (const batch of await collectBatches(features, work)) {
    const cell = batch.cell(place);
    for (let row = 0; row < batch.rows; row++) {
      const value = cell(row);
      const group = groups.get(keyOf(value));
      if (group) group.rows.push({ batch, row });
      else groups.set(keyOf(value), { value, rows: [{ batch, row }] });
    }
  }
  for (const { value, rows } of groups.values()) {
    const handles = spatialOrder(rows).map(({ batch, row }) => geos.read(batch.geometry, row));
    const failed = handles.filter((handle) => handle === 0).length;
    if (failed > 0) work.warn('failed', failed);
    const union = await unionAll(geos, handles, work);
    if (geos.write(union, output.writer('polygon')) > 0) output.add(null, null, [value, rows.length]);
    geos.free(union);
    if (work.isDue(rows.length)) await work.breathe();
    yield* output.take();
  }
  yield* output.take(true);
}

/** Rows in an order in which neighbours are near each other. */
function spatialOrder(rows: Group['rows']): Group['rows'] {
  const boxes = new Float64Array(rows.length * 4);
  rows.forEach(({ batch: { geometry }, row }, at) =>
    boxes.set(extentOf(geometry.coordinates, geometry.size, ...positionRange(geometry, row)), at * 4),
  );
  return Array.from(hilbertOrder(boxes, rows.length), (at) => rows[at]!);
}

import { GromaError } from '@groma/model';
import type { PropertyValue } from '../geometry.ts';
import { loadGeos } from './geos.ts';
import { columnPlace, keyOf } from './column-place.ts';
import { spatialOrder } from './row-groups.ts';
import { ToolOutput, madeFrom } from './tool-output.ts';
import { collectBatches, textIn, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';
import { unionAll } from './union-all.ts';

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

import { distance } from '../measure/length.ts';
import type { PropertyValue } from '../geometry.ts';
import { columnPlace } from './column-place.ts';
import { readPoints } from './cluster-tools.ts';
import { requireRows } from './result-limit.ts';
import { madeFrom, ToolOutput } from './tool-output.ts';
import { textIn, type Tool, type ToolRun } from './tool-run.ts';
import type { Column } from '../snapshot/manifest.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';

/**
 * The distance on the ellipsoid of each point to each of another layer, in metres; a multi point counts at its middle.
 */
export const distanceMatrix: Tool = (run) => {
  const from = naming(run.features, textIn(run.parameters, 'column'));
  const to = naming(run.other, textIn(run.parameters, 'other_column'));
  const output = new ToolOutput([
    madeFrom({ name: 'from', type: from.type }, 0),
    madeFrom({ name: 'to', type: to.type }, 1),
    madeFrom({ name: 'distance', type: 'number' }, 2),
  ]);
  return { columns: output.columns, batches: measured(run, from, to, output) };
};

async function* measured(run: ToolRun, from: Naming, to: Naming, output: ToolOutput): AsyncGenerator<ToolBatch> {
  const { work } = run;
  const own = await readPoints(run);
  const other = await readPoints({ features: run.other, work });
  requireRows(own.rows.length * other.rows.length);
  const names = other.rows.map(({ batch, row }) => to.of(batch, row));
  for (const [at, { batch, row }] of own.rows.entries()) {
    const name = from.of(batch, row);
    const place = [own.degrees[at * 2]!, own.degrees[at * 2 + 1]!] as [number, number];
    for (let each = 0; each < names.length; each++) {
      const metres = distance(place, [other.degrees[each * 2]!, other.degrees[each * 2 + 1]!]);
      output.addRow(null, null, [name, names[each]!, metres]);
      if (each % 256 === 0 && work.isDue(0)) await work.breathe();
      if (each % 4096 === 0) yield* output.take();
    }
    if (work.isDue()) await work.breathe();
    yield* output.take();
  }
  yield* output.take(true);
}

type Naming = { type: Column['type']; of(batch: ToolBatch, row: number): PropertyValue };

/** What a point is called: its value in a column, or its id. @throws GromaError TOOL_COLUMN_UNKNOWN */
function naming(table: ToolTable, column: string): Naming {
  if (column === '') return { type: 'integer', of: ({ fids }, row) => fids[row]! };
  const place = columnPlace(table, column);
  const readers = new Map<ToolBatch, (row: number) => PropertyValue>();
  return {
    type: table.columns[place]!.type,
    of: (batch, row) => {
      let read = readers.get(batch);
      if (!read) readers.set(batch, (read = batch.cell(place)));
      return read(row);
    },
  };
}

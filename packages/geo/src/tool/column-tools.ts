import { GromaError, type ToolParameters } from '@groma/model';
import type { ColumnType } from '../snapshot/manifest.ts';
import type { PropertyValue } from '../geometry.ts';
import { geometryArea } from '../measure/area.ts';
import { geometryLength } from '../measure/length.ts';
import { rowGeometry } from '../snapshot/snapshot-reader.ts';
import { keepRow } from './join-tools.ts';
import { readExpression, rowReader } from './row-expression.ts';
import { columnsOf, madeFrom, ToolOutput, type OutputColumn } from './tool-output.ts';
import { textIn, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

/** Keeps all rows as they are and gives each more values, which `valuesOf` makes of a batch. */
function withValues(
  run: ToolRun,
  columns: readonly OutputColumn[],
  valuesOf: (batch: ToolBatch) => (row: number) => readonly PropertyValue[],
): ReturnType<Tool> {
  const output = new ToolOutput(columns);
  return { columns: output.columns, batches: made() };
  async function* made(): AsyncGenerator<ToolBatch> {
    for await (const batch of run.features.batches()) {
      const values = valuesOf(batch);
      for (let row = 0; row < batch.rows; row++) {
        keepRow(output, { batch, row }, null, values(row));
        if (!run.work.isDue()) continue;
        await run.work.breathe();
        yield* output.take();
      }
      yield* output.take();
    }
    yield* output.take(true);
  }
}

/** Types of columns by what an expression gives; a date may have a time of day. */
const typeOfValue = { number: 'number', boolean: 'boolean', text: 'text', date: 'text', any: 'json' } as const;

export const fieldCalculator: Tool = (run) => {
  const name = textIn(run.parameters, 'column_name').trim();
  if (name === '') throw new GromaError('TOOL_NEEDS_NAME');
  const expression = readExpression(textIn(run.parameters, 'expression'), run.features.columns);
  const type: ColumnType = expression.copied ?? typeOfValue[expression.type];
  const made = madeFrom({ name, type }, 0);
  const own = columnsOf(run.features);
  const isNew = own.every((column) => column.name !== name);
  const columns = isNew ? [...own, made] : own.map((column) => (column.name === name ? made : column));
  return withValues(run, columns, (batch) => {
    const read = rowReader(run.features, expression, batch);
    return (row) => [expression.evaluate(read(row))];
  });
};

/** Square metres of the units of areas. */
const areaUnits: Readonly<Record<string, number>> = {
  square_meters: 1,
  hectares: 10_000,
  square_kilometers: 1_000_000,
  acres: 4_046.8564224,
  square_miles: 2_589_988.110336,
};

/** Metres of the units of lengths. */
const lengthsOf: Readonly<Record<string, number>> = { meters: 1, kilometers: 1000, miles: 1609.344, yards: 0.9144 };

function unitIn(parameters: ToolParameters, name: string, units: Readonly<Record<string, number>>): number {
  return units[textIn(parameters, name)]!;
}

/**
 * Areas, lengths and perimeters on the ellipsoid, as the map's own measures have them. A measure that a kind lacks is
 * null.
 */
export const measure: Tool = (run) => {
  const area = unitIn(run.parameters, 'area_unit', areaUnits);
  const length = unitIn(run.parameters, 'unit', lengthsOf);
  const names = ['area', 'length', 'perimeter'];
  const own = columnsOf(run.features);
  // Measured again, a layer has the new values in the columns of the old.
  const kept = own.map((column) => {
    const at = names.indexOf(column.name);
    return at < 0 ? column : madeFrom({ name: column.name, type: 'number' }, at);
  });
  const added = names.flatMap((name, at) =>
    own.some((column) => column.name === name) ? [] : [madeFrom({ name, type: 'number' }, at)],
  );
  return withValues(run, [...kept, ...added], ({ geometry, kind }) => (row) => {
    if (!geometry || kind === 'none' || kind === 'point') return [null, null, null];
    const shape = rowGeometry(geometry, row);
    const metres = geometryLength(shape) / length;
    return kind === 'line' ? [null, metres, null] : [geometryArea(shape) / area, null, metres];
  });
};

import { coerceValue, widenType } from '../snapshot/column-store.ts';
import { keepRow } from './join-tools.ts';
import { copyRow, isLoneMulti } from './copy-row.ts';
import { ToolOutput, type OutputColumn, type RowOf } from './tool-output.ts';
import type { Tool } from './tool-run.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';

/** The rows of two layers, columns by their names: one that both have has a type that holds the values of both. */
export const mergeLayers: Tool = ({ features, other, work }) => {
  const output = new ToolOutput(mergedColumns(features, other));
  return { columns: output.columns, batches: merged() };
  async function* merged(): AsyncGenerator<ToolBatch> {
    for (const table of [features, other]) {
      for await (const batch of table.batches()) {
        for (let row = 0; row < batch.rows; row++) {
          if (table === features) keepRow(output, { batch, row });
          else addOther(output, { batch, row });
          if (!work.isDue()) continue;
          await work.breathe();
          yield* withTypes(output, output.take());
        }
        yield* withTypes(output, output.take());
      }
    }
    yield* withTypes(output, output.take(true));
  }
};

function addOther(output: ToolOutput, { batch, row }: RowOf): void {
  const { geometry, kind } = batch;
  if (!geometry || kind === 'none') return output.addRow(null, { batch, row });
  copyRow(geometry, row, output.writer(kind, geometry.size));
  output.add(null, { batch, row }, null, isLoneMulti(geometry, row));
}

function mergedColumns(features: ToolTable, other: ToolTable): OutputColumn[] {
  const placeIn = (table: ToolTable, wanted: string): number | null => {
    const place = table.columns.findIndex(({ name }) => name === wanted);
    return place < 0 ? null : place;
  };
  const names = new Set([...features.columns, ...other.columns].map(({ name }) => name));
  return [...names].map((name) => {
    const [at, otherAt] = [placeIn(features, name), placeIn(other, name)];
    const types = [at === null ? [] : features.columns[at]!.type, otherAt === null ? [] : other.columns[otherAt]!.type];
    const [one, two = one] = types.flat();
    return { name, type: widenType(one!, two!), from: 'either', at, otherAt };
  });
}

/** Values of a column whose layers have it in two types are brought into the one that it has now. */
function* withTypes(output: ToolOutput, batches: Iterable<ToolBatch>): Generator<ToolBatch> {
  for (const batch of batches)
    yield {
      ...batch,
      cell: (column) => {
        const read = batch.cell(column);
        const { type } = output.columns[column]!;
        return type === 'text' ? (row) => coerceValue(read(row), type) : read;
      },
    };
}

import { GromaError, type ToolParameters } from '@groma/model';
import type { PropertyValue } from '../geometry.ts';
import { columnPlace, keyOf } from './column-place.ts';
import { copyRow, isLoneMulti } from './copy-row.ts';
import { loadGeos, type Geos, type Handle } from './geos.ts';
import { OtherLayer } from './other-layer.ts';
import { extentOf } from './row-extent.ts';
import { columnsOf, madeFrom, ToolOutput, type OutputColumn, type RowOf } from './tool-output.ts';
import { eachRow, isOn, positionRange, textIn, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';

/** Adds a row of any kind as it is. */
export function keepRow(
  output: ToolOutput,
  { batch, row }: RowOf,
  other: RowOf | null = null,
  made: readonly PropertyValue[] | null = null,
): void {
  const { geometry, kind } = batch;
  if (!geometry || kind === 'none') return output.addRow({ batch, row }, other, made);
  copyRow(geometry, row, output.writer(kind, geometry.size));
  output.add({ batch, row }, other, made, isLoneMulti(geometry, row));
}

/** The columns of a join by how its matches are given. */
function joinedColumns({ features, other, parameters }: ToolRun): OutputColumn[] {
  return textIn(parameters, 'matches') === 'count'
    ? [...columnsOf(features), madeFrom({ name: 'count', type: 'integer' }, 0)]
    : [...columnsOf(features), ...columnsOf(other, 'other')];
}

/** Adds a row with what it matches, as the person wants it. */
function addMatches(output: ToolOutput, parameters: ToolParameters, from: RowOf, matches: readonly RowOf[]): void {
  if (matches.length === 0 && !isOn(parameters, 'keep_unmatched')) return;
  const how = textIn(parameters, 'matches');
  if (how === 'count') return keepRow(output, from, null, [matches.length]);
  if (matches.length === 0) return keepRow(output, from);
  for (const match of how === 'first' ? matches.slice(0, 1) : matches) keepRow(output, from, match);
}

type Predicate = (geos: Geos, other: OtherLayer, place: number, own: Handle) => boolean;

/** How a feature lies to another: what is asked of the other, prepared, is the converse. */
const predicates: Readonly<Record<string, Predicate>> = {
  intersects: (geos, other, place, own) => geos.preparedTest('Intersects', other.prepared(place), own),
  within: (geos, other, place, own) => geos.preparedTest('Contains', other.prepared(place), own),
  contains: (geos, other, place, own) => geos.preparedTest('Within', other.prepared(place), own),
  covers: (geos, other, place, own) => geos.preparedTest('CoveredBy', other.prepared(place), own),
  covered_by: (geos, other, place, own) => geos.preparedTest('Covers', other.prepared(place), own),
  touches: (geos, other, place, own) => geos.preparedTest('Touches', other.prepared(place), own),
  crosses: (geos, other, place, own) => geos.preparedTest('Crosses', other.prepared(place), own),
  overlaps: (geos, other, place, own) => geos.preparedTest('Overlaps', other.prepared(place), own),
  equals: (geos, other, place, own) => geos.equals(other.handle(place), own),
};

/** The features of the other layer that lie as chosen to each row. */
function matcher(geos: Geos, other: OtherLayer, run: ToolRun): (batch: GeometryBatch, row: number) => number[] {
  const name = textIn(run.parameters, 'predicate');
  const isApart = name === 'disjoint';
  const test = predicates[isApart ? 'intersects' : name]!;
  return ({ geometry }, row) => {
    const [first, end] = positionRange(geometry, row);
    if (first === end) return [];
    const own = geos.read(geometry, row);
    if (own === 0) {
      run.work.warn('failed');
      return [];
    }
    const near = other.near(extentOf(geometry.coordinates, geometry.size, first, end));
    const found = near.filter((place) => test(geos, other, place, own));
    geos.free(own);
    if (!isApart) return found;
    const meeting = new Set(found);
    return other.rows.flatMap((_, place) => (meeting.has(place) ? [] : [place]));
  };
}

/** A tool that asks another layer for each row. */
function placeTool(
  columns: (run: ToolRun) => OutputColumn[],
  each: (
    run: ToolRun,
    output: ToolOutput,
    other: OtherLayer,
    geos: Geos,
  ) => (batch: GeometryBatch, row: number) => void,
): Tool {
  return async (run) => {
    const geos = await loadGeos();
    const other = await OtherLayer.read(geos, run.other, run.work);
    const output = new ToolOutput(columns(run));
    return { columns: output.columns, batches: asked() };
    async function* asked(): AsyncGenerator<ToolBatch> {
      try {
        yield* eachRow(run, output, each(run, output, other, geos));
      } finally {
        other.free();
      }
    }
  };
}

export const spatialJoin: Tool = placeTool(joinedColumns, (run, output, other, geos) => {
  const match = matcher(geos, other, run);
  return (batch, row) =>
    addMatches(
      output,
      run.parameters,
      { batch, row },
      match(batch, row).map((place) => other.rowAt(place)),
    );
});

export const selectByPlace: Tool = placeTool(
  ({ features }) => columnsOf(features),
  (run, output, other, geos) => {
    const match = matcher(geos, other, run);
    return (batch, row) => {
      if (match(batch, row).length > 0) keepRow(output, { batch, row });
    };
  },
);

export const attributeJoin: Tool = (run) => {
  const place = requiredColumn(run.features, textIn(run.parameters, 'column'));
  const otherPlace = requiredColumn(run.other, textIn(run.parameters, 'other_column'));
  const output = new ToolOutput(joinedColumns(run));
  return { columns: output.columns, batches: joined() };
  async function* joined(): AsyncGenerator<ToolBatch> {
    const rows = new Map<string, RowOf[]>();
    for await (const batch of run.other.batches()) {
      const cell = batch.cell(otherPlace);
      for (let row = 0; row < batch.rows; row++) {
        const key = joinKey(cell(row));
        if (key === '') continue;
        const own = rows.get(key);
        if (own) own.push({ batch, row });
        else rows.set(key, [{ batch, row }]);
      }
    }
    for await (const batch of run.features.batches()) {
      const cell = batch.cell(place);
      for (let row = 0; row < batch.rows; row++) {
        addMatches(output, run.parameters, { batch, row }, rows.get(joinKey(cell(row))) ?? []);
        if (!run.work.isDue()) continue;
        await run.work.breathe();
        yield* output.take();
      }
      yield* output.take();
    }
    yield* output.take(true);
  }
};

/** A number and its digits as text are the same, as tables from files often have them. */
function joinKey(value: PropertyValue): string {
  return typeof value === 'number' ? `string:${value}` : keyOf(value);
}

function requiredColumn(table: ToolTable, name: string): number {
  if (name === '') throw new GromaError('TOOL_NEEDS_COLUMN');
  return columnPlace(table, name);
}

import type { PropertyValue } from '../geometry.ts';
import type { Column, ColumnType } from '../snapshot/manifest.ts';
import { int64Value, compareInt64 } from '../temporal/long-integer.ts';
import { isTemporal, temporalOrder } from '../temporal/temporal.ts';
import { columnPlace } from './column-place.ts';
import { copyRow } from './copy-row.ts';
import { loadGeos, type Geos } from './geos.ts';
import { groupColumns, groupRows, hasGeometry, namesIn, spatialOrder, type RowGroup } from './row-groups.ts';
import { madeFrom, ToolOutput, type OutputColumn } from './tool-output.ts';
import { textIn, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';
import { unionAll } from './union-all.ts';

type Present = Exclude<PropertyValue, null>;

/** What is made of the values of a column in a group; nulls are left out before. */
interface Statistic {
  readonly prefix: string;
  readonly parameter: string;
  typeOf(type: ColumnType): ColumnType;
  of(values: readonly Present[], type: ColumnType): PropertyValue;
}

const statistics: readonly Statistic[] = [
  { prefix: 'sum', parameter: 'sum_of', typeOf: (type) => (type === 'int64' ? 'int64' : 'number'), of: sumOf },
  { prefix: 'mean', parameter: 'mean_of', typeOf: () => 'number', of: meanOf },
  { prefix: 'minimum', parameter: 'minimum_of', typeOf: (type) => type, of: (values, type) => least(values, type, 1) },
  { prefix: 'maximum', parameter: 'maximum_of', typeOf: (type) => type, of: (values, type) => least(values, type, -1) },
  { prefix: 'first', parameter: 'first_of', typeOf: (type) => type, of: ([first]) => first ?? null },
  { prefix: 'list', parameter: 'list_of', typeOf: () => 'json', of: (values) => [...values] },
];

/** What is asked of a column: its place, and where the values stand in the result. */
type Wanted = { statistic: Statistic; place: number; column: Column };

/**
 * Groups rows. Each kind of geometry in a group is a row, with the values of the rows of that kind; rows without a
 * geometry belong to the first of them.
 */
export const aggregate: Tool = (run) => {
  const names = namesIn(run.parameters, 'group_by');
  const wanted = statistics.flatMap((statistic) =>
    namesIn(run.parameters, statistic.parameter).map((name): Wanted => {
      const place = columnPlace(run.features, name);
      return { statistic, place, column: run.features.columns[place]! };
    }),
  );
  const columns: OutputColumn[] = [
    ...groupColumns(run.features, names),
    madeFrom({ name: 'count', type: 'integer' }, names.length),
    ...wanted.map(({ statistic, column }, at) =>
      madeFrom(
        { name: `${statistic.prefix}_${column.name}`, type: statistic.typeOf(column.type) },
        names.length + 1 + at,
      ),
    ),
  ];
  const output = new ToolOutput(columns);
  return { columns: output.columns, batches: aggregated(run, names, wanted, output) };
};

async function* aggregated(
  run: ToolRun,
  names: readonly string[],
  wanted: readonly Wanted[],
  output: ToolOutput,
): AsyncGenerator<ToolBatch> {
  const { features, parameters, work } = run;
  const how = textIn(parameters, 'geometry');
  const geos = await loadGeos();
  for (const { values, rows } of await groupRows(features, names, work)) {
    for (const part of how === 'none' ? [{ placed: [], rows }] : partsOf(rows)) {
      const made = [...values, part.rows.length, ...wanted.map((each) => valueOf(each, part.rows))];
      const [first] = part.placed;
      if (!first) output.addRow(null, null, made);
      else if (how === 'collected') addCollected(output, part.placed, made);
      else await addUnion(run, geos, output, part.placed, made);
      if (work.isDue(part.rows.length)) await work.breathe();
      yield* output.take();
    }
  }
  yield* output.take(true);
}

type Placed = { batch: GeometryBatch; row: number };

/** The rows of each kind; those without a geometry with the first. */
function partsOf(rows: RowGroup['rows']): { placed: Placed[]; rows: RowGroup['rows'] }[] {
  const kinds = new Map<string, { placed: Placed[]; rows: RowGroup['rows'] }>();
  const unplaced: RowGroup['rows'] = [];
  for (const from of rows) {
    if (!hasGeometry(from)) {
      unplaced.push(from);
      continue;
    }
    const part = kinds.get(from.batch.kind) ?? { placed: [], rows: [] };
    kinds.set(from.batch.kind, part);
    part.placed.push(from);
    part.rows.push(from);
  }
  const [first = { placed: [], rows: [] }, ...others] = kinds.values();
  first.rows.push(...unplaced);
  return [first, ...others];
}

function addCollected(output: ToolOutput, placed: readonly Placed[], made: readonly PropertyValue[]): void {
  const size = placed.some(({ batch }) => batch.geometry.size === 3) ? 3 : 2;
  const writer = output.writer(placed[0]!.batch.kind, size);
  for (const { batch, row } of placed) copyRow(batch.geometry, row, writer);
  output.add(null, null, made, true);
}

async function addUnion(
  { work }: ToolRun,
  geos: Geos,
  output: ToolOutput,
  placed: readonly Placed[],
  made: readonly PropertyValue[],
): Promise<void> {
  const handles = spatialOrder(placed).map(({ batch, row }) => geos.read(batch.geometry, row));
  const failed = handles.filter((handle) => handle === 0).length;
  if (failed > 0) work.warn('failed', failed);
  const union = await unionAll(geos, handles, work);
  const size = placed.some(({ batch }) => batch.geometry.size === 3) ? 3 : 2;
  if (geos.write(union, output.writer(placed[0]!.batch.kind, size)) > 0) output.add(null, null, made);
  else {
    work.warn('empty');
    output.addRow(null, null, made);
  }
  geos.free(union);
}

function valueOf({ statistic, place, column }: Wanted, rows: RowGroup['rows']): PropertyValue {
  const readers = new Map<ToolBatch, (row: number) => PropertyValue>();
  const values: Present[] = [];
  for (const { batch, row } of rows) {
    let read = readers.get(batch);
    if (!read) readers.set(batch, (read = batch.cell(place)));
    const value = read(row);
    if (value !== null && value !== undefined) values.push(value);
  }
  return statistic.of(values, column.type);
}

/** The values that are numbers, also where they are written as text. */
function numbersOf(values: readonly Present[]): number[] {
  return values.flatMap((value) => {
    if (typeof value === 'number') return Number.isNaN(value) ? [] : [value];
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
    return Number.isNaN(number) ? [] : [number];
  });
}

/** Sum without what adding small to large numbers loses (Neumaier, 1974); of 64-bit integers to the last digit. */
function sumOf(values: readonly Present[], type: ColumnType): PropertyValue {
  if (type === 'int64')
    return values.length === 0
      ? null
      : int64Value(values.reduce<bigint>((sum, each) => sum + BigInt(String(each)), 0n));
  const numbers = numbersOf(values);
  return numbers.length === 0 ? null : exactSum(numbers);
}

function exactSum(numbers: readonly number[]): number {
  let [sum, lost] = [0, 0];
  for (const each of numbers) {
    const next = sum + each;
    lost += Math.abs(sum) >= Math.abs(each) ? sum - next + each : each - next + sum;
    sum = next;
  }
  return Number.isFinite(sum) ? sum + lost : sum;
}

function meanOf(values: readonly Present[]): PropertyValue {
  const numbers = numbersOf(values);
  return numbers.length === 0 ? null : exactSum(numbers) / numbers.length;
}

/** The first of all in the order of the column, or the last where `sign` is −1. */
function least(values: readonly Present[], type: ColumnType, sign: 1 | -1): PropertyValue {
  const compare = comparison(type);
  let found: Present | null = null;
  for (const value of values) {
    if (typeof value === 'number' && Number.isNaN(value)) continue;
    if (found === null || compare(value, found) * sign < 0) found = value;
  }
  return found;
}

function comparison(type: ColumnType): (one: Present, other: Present) => number {
  if (type === 'int64') return (one, other) => compareInt64(one as number | string, other as number | string);
  if (isTemporal(type)) return (one, other) => temporalOrder(String(one)) - temporalOrder(String(other));
  return (one, other) => {
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    const [first, second] = [String(one), String(other)];
    return first < second ? -1 : first > second ? 1 : 0;
  };
}

import { GromaError, type RoutingMode } from '@groma/model';
import type { PropertyValue } from '../geometry.ts';
import type { Column } from '../snapshot/manifest.ts';
import { asideOfEachOther, idOf, inPieces, readStops, routingOf, type Stop } from './routing-points.ts';
import { columnsOf, madeFrom, ToolOutput } from './tool-output.ts';
import { textIn, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';
import { mostOfMatrix, type FoundRoute, type RoutingEngine, type TravelTimes } from './tool-services.ts';

const mostRoutes = 5_000;
const mostPairs = 250_000;
/** Points of one side; with more there are too many pairs anyway, unless the other side has few. */
const mostStops = 100_000;

const minutesOf = (seconds: number): number => Math.round(seconds / 0.6) / 100;
const metresOf = (metres: number): number => Math.round(metres);

/** Routes from each point to the next, or to points of another layer. */
export const shortestPath: Tool = (run) => {
  const { engine, mode } = routingOf(run);
  const isBetween = textIn(run.parameters, 'other_layer') !== '';
  const output = new ToolOutput([
    ...columnsOf(run.features),
    ...(isBetween ? columnsOf(run.other, 'other') : []),
    madeFrom({ name: 'minutes', type: 'number' }, 0),
    madeFrom({ name: 'metres', type: 'number' }, 1),
  ]);
  return { columns: output.columns, batches: drawn() };

  async function* drawn(): AsyncGenerator<ToolBatch> {
    const { work } = run;
    for await (const pairs of isBetween ? pairsBetween(run, engine, mode) : legs(run)) {
      for (const some of inPieces(pairs, asideOfEachOther)) {
        const ask = ({ from, to }: Pair) => engine.route({ from: from.position, to: to.position, mode });
        const answers = await Promise.all(some.map(ask));
        for (const [at, route] of answers.entries()) {
          const { from, to } = some[at]!;
          if (route) addRoute(output, route, from, isBetween ? to : null);
          else work.warn('unreachable');
        }
        if (work.isDue(0)) await work.breathe();
        yield* output.take(true);
      }
    }
  }
};

type Pair = { from: Stop; to: Stop };

async function* legs(run: ToolRun): AsyncGenerator<Pair[]> {
  const stops = inOrder(run, await readStops(run, 'features', mostRoutes));
  if (stops.length < 2) throw new GromaError('TOOL_NEEDS_MORE', { least: 2 });
  for (const [at, to] of stops.entries()) {
    if (at === 0) continue;
    run.work.isDue();
    yield [{ from: stops[at - 1]!, to }];
  }
}

/**
 * By a column, where one is chosen: numbers, then texts; points without a value come last.
 * @throws GromaError TOOL_COLUMN_UNKNOWN
 */
function inOrder({ features, parameters }: ToolRun, stops: Stop[]): Stop[] {
  const column = textIn(parameters, 'order_column');
  if (column === '') return stops;
  const { read } = namer(features, column);
  const rank = (value: PropertyValue): number => (typeof value === 'number' ? 0 : value === null ? 2 : 1);
  const compare = (one: PropertyValue, other: PropertyValue): number =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : rank(one) - rank(other) || (String(one) < String(other) ? -1 : Number(one !== other));
  return stops.toSorted((one, other) => compare(read(one), read(other)));
}

/** Each point with all points of the other layer, or with the one that is reached first. */
async function* pairsBetween(run: ToolRun, engine: RoutingEngine, mode: RoutingMode): AsyncGenerator<Pair[]> {
  const isQuickest = textIn(run.parameters, 'destinations') === 'quickest';
  const starts = await readStops(run, 'features', isQuickest ? mostRoutes : mostStops);
  const ends = await readStops(run, 'other', mostStops);
  checkPairs(starts, ends, isQuickest ? mostPairs : mostRoutes);
  for (const some of inPieces(starts, mostOfMatrix)) {
    const pairs = isQuickest
      ? await quickest(some, ends, engine, mode, () => run.work.warn('unreachable'))
      : some.flatMap((from) => ends.map((to) => ({ from, to })));
    run.work.isDue(some.length);
    yield pairs;
  }
}

async function quickest(
  starts: readonly Stop[],
  ends: readonly Stop[],
  engine: RoutingEngine,
  mode: RoutingMode,
  onUnreachable: () => void,
): Promise<Pair[]> {
  const best = starts.map(() => ({ seconds: Infinity, to: null as Stop | null }));
  for (const some of inPieces(ends, mostOfMatrix)) {
    const { seconds } = await askMatrix(engine, starts, some, mode);
    for (const [row, found] of best.entries())
      for (const [column, to] of some.entries()) {
        const time = seconds[row]![column] ?? Infinity;
        if (time < found.seconds) Object.assign(found, { seconds: time, to });
      }
  }
  return best.flatMap(({ to }, at) => {
    if (!to) onUnreachable();
    return to ? [{ from: starts[at]!, to }] : [];
  });
}

function addRoute(output: ToolOutput, { line, seconds, metres }: FoundRoute, from: Stop, to: Stop | null): void {
  const writer = output.writer('line');
  for (const [longitude, latitude] of line) writer.position(longitude!, latitude!);
  writer.endMember();
  output.add(from, to, [minutesOf(seconds), metresOf(metres)]);
}

/** The times of all pairs as rows without a geometry. A pair that no road connects has empty values. */
export const travelTimeMatrix: Tool = (run) => {
  const { engine, mode } = routingOf(run);
  const isBetween = textIn(run.parameters, 'other_layer') !== '';
  const nameStart = namer(run.features, textIn(run.parameters, 'column'));
  const nameEnd = namer(
    isBetween ? run.other : run.features,
    textIn(run.parameters, isBetween ? 'other_column' : 'column'),
  );
  const output = new ToolOutput([
    madeFrom({ name: 'from', type: nameStart.type }, 0),
    madeFrom({ name: 'to', type: nameEnd.type }, 1),
    madeFrom({ name: 'minutes', type: 'number' }, 2),
    madeFrom({ name: 'metres', type: 'number' }, 3),
  ]);
  return { columns: output.columns, batches: rows() };

  async function* rows(): AsyncGenerator<ToolBatch> {
    const { work } = run;
    const starts = await readStops(run, 'features', mostStops);
    const ends = isBetween ? await readStops(run, 'other', mostStops) : starts;
    checkPairs(starts, ends, mostPairs);
    for (const some of inPieces(starts, mostOfMatrix)) {
      for (const others of inPieces(ends, mostOfMatrix)) {
        const times = await askMatrix(engine, some, others, mode);
        for (const [row, from] of some.entries())
          for (const [column, to] of others.entries()) {
            const [seconds = null, metres = null] = [times.seconds[row]![column], times.metres[row]![column]];
            if (seconds === null) work.warn('unreachable');
            const values = [seconds === null ? null : minutesOf(seconds), metres === null ? null : metresOf(metres)];
            output.addRow(null, null, [nameStart.read(from), nameEnd.read(to), ...values]);
          }
        if (work.isDue(0)) await work.breathe();
        yield* output.take(true);
      }
      work.isDue(some.length);
    }
  }
};

function askMatrix(
  engine: RoutingEngine,
  from: readonly Stop[],
  to: readonly Stop[],
  mode: RoutingMode,
): Promise<TravelTimes> {
  return engine.matrix({ from: from.map(({ position }) => position), to: to.map(({ position }) => position), mode });
}

/** @throws GromaError TOOL_TOO_MANY_PAIRS */
function checkPairs(starts: readonly Stop[], ends: readonly Stop[], most: number): void {
  const count = starts.length * ends.length;
  if (count > most) throw new GromaError('TOOL_TOO_MANY_PAIRS', { count, most });
}

/** What a point is called: its value in a column, or its id. @throws GromaError TOOL_COLUMN_UNKNOWN */
function namer(table: ToolTable, column: string): { type: Column['type']; read: (stop: Stop) => PropertyValue } {
  if (column === '') return { type: 'integer', read: idOf };
  const at = table.columns.findIndex(({ name }) => name === column);
  if (at < 0) throw new GromaError('TOOL_COLUMN_UNKNOWN', { name: column });
  return { type: table.columns[at]!.type, read: ({ batch, row }) => batch.cell(at)(row) };
}

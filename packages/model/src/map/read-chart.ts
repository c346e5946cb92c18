import { quoteIdentifier } from '../database/database-schema.ts';
import { isNumericType, isTimeType } from '../database/sql-type.ts';
import { GromaError } from '../error/groma-error.ts';
import type { ChartAggregate, ChartConfig, ChartDatum, ChartFilter, ChartType } from './chart.ts';
import { binStep, mostPoints, pointBins } from './point-bins.ts';

/** What is drawn, of rows that a query gives. */
export type AskedChart = Pick<ChartConfig, 'xCol' | 'yCol' | 'type' | 'aggregate'> & {
  filters: readonly Omit<ChartFilter, 'id'>[];
};

/** The values of a chart, the rows that are in them, and those that have no value for it. */
export interface ReadValues {
  data: ChartDatum[];
  features: number;
  leftOut: number;
}

/** Runs one SELECT of DuckDB and gives its rows as JSON has them. */
export type ReadRows = <Row>(sql: string) => Promise<Row[]>;

/**
 * X values that are shown apart; where there are more, numbers are joined to ranges, and texts to one that stands for
 * the rest.
 */
const mostApart: Readonly<Record<Grouped, number>> = { bar: 100, line: 500, pie: 24 };
const rangesWanted: Readonly<Record<Grouped, number>> = { bar: 40, line: 250, pie: 12 };
type Grouped = Exclude<ChartType, 'scatter'>;

const joins: Readonly<Record<ChartAggregate, string>> = {
  sum: 'sum(y)',
  mean: 'avg(y)',
  min: 'min(y)',
  max: 'max(y)',
  count: 'CAST(count(*) AS DOUBLE)',
};
const signs = { eq: '=', gte: '>=', lte: '<=' } as const;

/** One SELECT as it can stand in parentheses. */
export function subquery(sql: string): string {
  return `(${sql.trim().replace(/;\s*$/, '')}\n)`;
}

/**
 * Works a chart out of the rows of a SELECT, in the database.
 * @throws GromaError BAD_INPUT where Y, or X of points, is not numeric, and as the query where a column is not there
 */
export async function readChart(sql: string, asked: AskedChart, rows: ReadRows): Promise<ReadValues> {
  const { xCol, yCol, type, filters } = asked;
  const [x, y] = [quoteIdentifier(xCol), quoteIdentifier(yCol)];
  const kept = filters.map((filter) => `AND ${conditionOf(filter)}`).join(' ');
  const from = `FROM ${subquery(sql)} AS given WHERE true ${kept}`;
  const [about] = await rows<{ x: string | null; y: string | null; n: number }>(
    `SELECT any_value(typeof(${x})) AS x, any_value(typeof(${y})) AS y, count(*) AS n ${from}`,
  );
  if (!about || about.n === 0) return { data: [], features: 0, leftOut: 0 };
  requireNumeric(yCol, about.y);
  if (type === 'scatter') requireNumeric(xCol, about.x);
  const isNumber = isNumericType(about.x ?? '');
  const selected = (value: string) =>
    // Of numbers a row without X has no place; of texts it is one of its own.
    `SELECT ${value} AS x, CAST(${y} AS DOUBLE) AS y ${from} AND isfinite(CAST(${y} AS DOUBLE))` +
    (isNumber ? ` AND isfinite(CAST(${x} AS DOUBLE))` : '');
  const values = isNumber ? `CAST(${x} AS DOUBLE)` : await textOf(x, about.x ?? '', type, from, rows);
  const read = isNumber ? readNumbers : readTexts;
  const all =
    type === 'scatter'
      ? await readPoints(selected(values), rows)
      : await read(selected(values), wantedOf(asked, type), rows);
  const whole = all.map(withoutNothing);
  const data = type === 'pie' ? pieces(whole) : whole;
  const features = data.reduce((sum, { count }) => sum + count, 0);
  return { data, features, leftOut: about.n - features };
}

function requireNumeric(column: string, type: string | null): void {
  if (!isNumericType(type ?? '')) throw new GromaError('BAD_INPUT', { detail: `column “${column}” is not numeric.` });
}

const wantedOf = ({ aggregate }: AskedChart, type: Grouped): Wanted => ({
  most: mostApart[type],
  wanted: rangesWanted[type],
  join: joins[aggregate],
});

/** Parts of time, the finest first, and how each is written so that it sorts as a text. */
const timeParts = { day: '%Y-%m-%d', month: '%Y-%m', year: '%Y' } as const;

/** X as a text. Times of which there are too many to be shown apart are joined by day, month or year. */
async function textOf(x: string, type: string, chart: ChartType, from: string, rows: ReadRows): Promise<string> {
  const whole = `CAST(${x} AS VARCHAR)`;
  if (!isTimeType(type) || chart === 'scatter') return whole;
  const parts = Object.entries(timeParts);
  const counts = parts.map(([part]) => `count(DISTINCT date_trunc('${part}', ${x})) AS "${part}"`);
  const [found] = await rows<Record<string, number>>(
    `SELECT count(DISTINCT ${x}) AS apart, ${counts.join(', ')} ${from}`,
  );
  const most = mostApart[chart];
  if (!found || found['apart']! <= most) return whole;
  const [, format] = parts.find(([part]) => found[part]! <= most) ?? parts.at(-1)!;
  return `strftime(${x}, '${format}')`;
}

/** Points as they are; where there are too many, those of one cell of a grid are one. */
async function readPoints(selected: string, rows: ReadRows): Promise<ChartDatum[]> {
  const apart = await rows<ChartDatum>(
    `SELECT x AS label, y AS value, count(*) AS count FROM (${selected}) GROUP BY x, y ORDER BY x, y LIMIT ${mostPoints + 1}`,
  );
  if (apart.length <= mostPoints)
    return apart.toSorted((one, other) => Number(one.label) - Number(other.label) || one.value - other.value);
  const [ends] = await rows<Record<'x1' | 'x2' | 'y1' | 'y2', number>>(
    `SELECT min(x) AS x1, max(x) AS x2, min(y) AS y1, max(y) AS y2 FROM (${selected})`,
  );
  const { x1, x2, y1, y2 } = ends!;
  const [across, up] = [binStep(x1, x2), binStep(y1, y2)];
  const cells = await rows<{ i: number; j: number; count: number }>(
    `SELECT floor(x / ${across}) AS i, floor(y / ${up}) AS j, count(*) AS count FROM (${selected}) GROUP BY 1, 2`,
  );
  return pointBins(cells, across, up);
}

interface Wanted {
  most: number;
  wanted: number;
  join: string;
}

async function readNumbers(selected: string, { most, wanted, join }: Wanted, rows: ReadRows): Promise<ChartDatum[]> {
  const apart = await rows<ChartDatum>(
    `SELECT x AS label, ${join} AS value, count(*) AS count FROM (${selected}) GROUP BY x ORDER BY x LIMIT ${most + 1}`,
  );
  if (apart.length <= most) return apart.toSorted((one, other) => Number(one.label) - Number(other.label));
  const [ends] = await rows<{ least: number; greatest: number }>(
    `SELECT min(x) AS least, max(x) AS greatest FROM (${selected})`,
  );
  const step = stepOf(ends!.greatest - ends!.least, wanted);
  const joined = await rows<{ at: number; value: number; count: number }>(
    `SELECT floor(x / ${step}) AS at, ${join} AS value, count(*) AS count FROM (${selected}) GROUP BY 1 ORDER BY 1`,
  );
  const edge = (at: number): number => Number((at * step).toPrecision(12));
  return joined
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, value, count }) => ({ label: edge(at), to: edge(at + 1), value, count }));
}

/** A round width of so many ranges at most. */
function stepOf(width: number, wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(width / wanted));
  return [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= width / wanted)!;
}

async function readTexts(selected: string, { most, join }: Wanted, rows: ReadRows): Promise<ChartDatum[]> {
  const found = await rows<ChartDatum & { others: number | null }>(
    `WITH r AS (${selected}), g AS (SELECT x, row_number() OVER (ORDER BY ${join} DESC NULLS LAST, x) AS place, count(*) OVER () AS groups FROM r GROUP BY x),
      t AS (SELECT r.y, r.x, g.groups > ${most} AND g.place >= ${most} AS isRest FROM r JOIN g ON r.x IS NOT DISTINCT FROM g.x)
      SELECT CASE WHEN isRest THEN NULL ELSE x END AS label, ${join} AS value, count(*) AS count,
      CASE WHEN isRest THEN count(DISTINCT x) + max(CASE WHEN x IS NULL THEN 1 ELSE 0 END) END AS others
      FROM t GROUP BY CASE WHEN isRest THEN NULL ELSE x END, isRest`,
  );
  const order = new Intl.Collator('en', { numeric: true });
  const rank = ({ label, others }: (typeof found)[number]) => (others !== null ? 2 : label === null ? 1 : 0);
  return found.toSorted(
    (one, other) => rank(one) - rank(other) || order.compare(String(one.label), String(other.label)),
  );
}

/** Pieces of a pie, the largest first; the rest is last. */
function pieces(data: readonly ChartDatum[]): ChartDatum[] {
  return data
    .filter(({ value }) => value > 0)
    .toSorted((one, other) => Number('others' in one) - Number('others' in other) || other.value - one.value);
}

function withoutNothing({ label, to, value, count, others }: ChartDatum & { others?: number | null }): ChartDatum {
  return {
    label,
    ...(to !== undefined && { to }),
    value,
    count,
    ...(others !== null && others !== undefined && { others }),
  };
}

function conditionOf({ column, operator, value }: Omit<ChartFilter, 'id'>): string {
  const name = quoteIdentifier(column);
  return typeof value === 'number'
    ? `${name} ${signs[operator]} ${value}`
    : `CAST(${name} AS VARCHAR) ${signs[operator]} '${value.replaceAll("'", "''")}'`;
}

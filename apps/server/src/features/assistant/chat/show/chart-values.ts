import { GromaError, quoteIdentifier, type ChartAggregate, type ChartDatum, type ChartType } from '@groma/model';
import type { ShownChart } from '@groma/protocol';
import { isNumericType } from '../../is-numeric-type.ts';
import { queryRows, subquery, type QueryPlace } from './query-rows.ts';

type Config = ShownChart['chart'];
type Values = Pick<ShownChart, 'data' | 'features' | 'leftOut'>;

/**
 * X values that are shown apart; where there are more, numbers are joined to ranges, and texts to one that stands for
 * the rest.
 */
const mostApart: Readonly<Record<ChartType, number>> = { bar: 100, line: 500, pie: 24 };
const rangesWanted: Readonly<Record<ChartType, number>> = { bar: 40, line: 250, pie: 12 };

const joins: Readonly<Record<ChartAggregate, string>> = {
  sum: 'sum(y)',
  mean: 'avg(y)',
  min: 'min(y)',
  max: 'max(y)',
  count: 'CAST(count(*) AS DOUBLE)',
};
const signs = { eq: '=', gte: '>=', lte: '<=' } as const;

/**
 * Works a chart out of the rows of a query, in the database.
 * @throws GromaError BAD_INPUT where Y is not numeric, and as the query where a column is not there
 */
export async function readChart(sql: string, config: Config, place: QueryPlace): Promise<Values> {
  const { xCol, yCol, type, aggregate, filters } = config;
  const [x, y] = [quoteIdentifier(xCol), quoteIdentifier(yCol)];
  const kept = filters.map((filter) => `AND ${conditionOf(filter)}`).join(' ');
  const from = `FROM ${subquery(sql)} AS given WHERE true ${kept}`;
  const [about] = await queryRows<{ x: string | null; y: string | null; n: number; nx: number; ny: number }>(
    `SELECT any_value(typeof(${x})) AS x, any_value(typeof(${y})) AS y, count(*) AS n ${from}`,
    place,
  );
  if (!about || about.n === 0) return { data: [], features: 0, leftOut: 0 };
  if (!isNumericType(about.y ?? '')) throw new GromaError('BAD_INPUT', { detail: `column “${yCol}” is not numeric.` });
  const isNumber = isNumericType(about.x ?? '');
  // Of numbers a row without X has no place; of texts it is one of its own.
  const rows =
    `SELECT ${isNumber ? `CAST(${x} AS DOUBLE)` : `CAST(${x} AS VARCHAR)`} AS x, CAST(${y} AS DOUBLE) AS y ${from} ` +
    `AND isfinite(CAST(${y} AS DOUBLE))${isNumber ? ` AND isfinite(CAST(${x} AS DOUBLE))` : ''}`;
  const read = isNumber ? readNumbers : readTexts;
  const all = (
    await read(rows, { most: mostApart[type], wanted: rangesWanted[type], join: joins[aggregate] }, place)
  ).map(withoutNothing);
  const data = type === 'pie' ? pieces(all) : all;
  const features = data.reduce((sum, { count }) => sum + count, 0);
  return { data, features, leftOut: about.n - features };
}

interface Wanted {
  most: number;
  wanted: number;
  join: string;
}

async function readNumbers(rows: string, { most, wanted, join }: Wanted, place: QueryPlace): Promise<ChartDatum[]> {
  const apart = await queryRows<ChartDatum>(
    `SELECT x AS label, ${join} AS value, count(*) AS count FROM (${rows}) GROUP BY x ORDER BY x LIMIT ${most + 1}`,
    place,
  );
  if (apart.length <= most) return apart.toSorted((one, other) => Number(one.label) - Number(other.label));
  const [ends] = await queryRows<{ least: number; greatest: number }>(
    `SELECT min(x) AS least, max(x) AS greatest FROM (${rows})`,
    place,
  );
  const step = stepOf(ends!.greatest - ends!.least, wanted);
  const joined = await queryRows<{ at: number; value: number; count: number }>(
    `SELECT floor(x / ${step}) AS at, ${join} AS value, count(*) AS count FROM (${rows}) GROUP BY 1 ORDER BY 1`,
    place,
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

async function readTexts(rows: string, { most, join }: Wanted, place: QueryPlace): Promise<ChartDatum[]> {
  const found = await queryRows<ChartDatum & { others: number | null }>(
    `WITH r AS (${rows}), g AS (SELECT x, row_number() OVER (ORDER BY ${join} DESC NULLS LAST, x) AS place, count(*) OVER () AS groups FROM r GROUP BY x),
      t AS (SELECT r.y, r.x, g.groups > ${most} AND g.place >= ${most} AS isRest FROM r JOIN g ON r.x IS NOT DISTINCT FROM g.x)
      SELECT CASE WHEN isRest THEN NULL ELSE x END AS label, ${join} AS value, count(*) AS count,
      CASE WHEN isRest THEN count(DISTINCT x) + max(CASE WHEN x IS NULL THEN 1 ELSE 0 END) END AS others
      FROM t GROUP BY CASE WHEN isRest THEN NULL ELSE x END, isRest`,
    place,
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

function conditionOf({ column, operator, value }: Config['filters'][number]): string {
  const name = quoteIdentifier(column);
  return typeof value === 'number'
    ? `${name} ${signs[operator]} ${value}`
    : `CAST(${name} AS VARCHAR) ${signs[operator]} '${value.replaceAll("'", "''")}'`;
}

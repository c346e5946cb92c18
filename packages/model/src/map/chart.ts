/** Kinds of charts (VEC-034). Points (`scatter`) join nothing: they stand where two numbers are. */
export const chartTypes = ['bar', 'line', 'pie', 'scatter'] as const;
export type ChartType = (typeof chartTypes)[number];

/** Comparisons of a filter (VEC-035). */
export const chartOperators = ['eq', 'gte', 'lte'] as const;
export type ChartOperator = (typeof chartOperators)[number];

/** What becomes of the values of features that share their X value. */
export const chartAggregates = ['sum', 'mean', 'min', 'max', 'count'] as const;
export type ChartAggregate = (typeof chartAggregates)[number];

/** Keeps the features of whose column the comparison with the value holds (VEC-035). */
export interface ChartFilter {
  id: string;
  column: string;
  operator: ChartOperator;
  value: string | number;
}

/** A chart of a vector layer as it is kept (VEC-033): what is drawn, not what came out of it. */
export interface ChartConfig {
  id: string;
  xCol: string;
  yCol: string;
  type: ChartType;
  filters: ChartFilter[];
  /** Only features that intersect this layer; null for all. */
  clipLayerId: string | null;
  title: string;
  aggregate: ChartAggregate;
}

/** A bar, a point of a line, a piece of a pie: the features that share an X value, or a range of it. */
export interface ChartDatum {
  /** The X value; null for features without one. */
  label: string | number | null;
  /** Where `label` begins a range of numbers, the end of it. */
  to?: number;
  value: number;
  /** How many features. */
  count: number;
  /** How many X values are joined here because there are too many to be shown apart; `label` is null then. */
  others?: number;
}

/** A column as charts know it: those of `integer`, `int64` and `number` are numeric. */
export interface ChartColumn {
  name: string;
  type: string;
}

export function isNumericColumn({ type }: Pick<ChartColumn, 'type'>): boolean {
  return type === 'integer' || type === 'int64' || type === 'number';
}

/** The comparisons that a column offers (VEC-036, VEC-037). */
export function operatorsOf(column: Pick<ChartColumn, 'type'>): readonly ChartOperator[] {
  return isNumericColumn(column) ? chartOperators : ['eq'];
}

/** A filter's value as its column has it: a number for numeric columns, null where it is none (VEC-038). */
export function filterValue(text: string | number, column: Pick<ChartColumn, 'type'>): string | number | null {
  if (!isNumericColumn(column)) return String(text);
  const number = typeof text === 'number' ? text : text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/**
 * Why a chart cannot be: its configuration makes no sense here (VEC-041), or its Y column, of points also X, is not
 * numeric (VEC-040).
 */
export type ChartProblem = { kind: 'invalid' } | { kind: 'not-numeric'; column: string };
export type CheckedChart = { config: Omit<ChartConfig, 'id'> } | { problem: ChartProblem };

/**
 * A chart as somebody proposes it, such as a language model: of the right form, about columns and layers that may not
 * be there.
 */
export type ProposedChart = Omit<ChartConfig, 'id' | 'filters'> & {
  filters: (Omit<ChartFilter, 'id' | 'value'> & { value: string | number | boolean })[];
};

/**
 * Checks a proposed chart against the columns and layers that are there. A filter or clipping layer that is not there
 * makes all of it invalid, since the chart would show something else than was asked for.
 */
export function checkChart(
  { filters, ...proposed }: ProposedChart,
  columns: readonly ChartColumn[],
  clipLayerIds: readonly string[],
  makeId: () => string,
): CheckedChart {
  const [x, y] = [proposed.xCol, proposed.yCol].map((name) => columns.find((each) => each.name === name));
  const read = filters.map((filter) => readFilter(filter, columns, makeId));
  const { clipLayerId } = proposed;
  if (!x || !y || read.includes(null) || (clipLayerId !== null && !clipLayerIds.includes(clipLayerId)))
    return { problem: { kind: 'invalid' } };
  const text = [y, ...(proposed.type === 'scatter' ? [x] : [])].find((column) => !isNumericColumn(column));
  if (text) return { problem: { kind: 'not-numeric', column: text.name } };
  return { config: { ...proposed, filters: read as ChartFilter[] } };
}

/** Characters of a chart's title. */
export const longestTitle = 200;

function readFilter(
  { column: name, operator, value }: ProposedChart['filters'][number],
  columns: readonly ChartColumn[],
  makeId: () => string,
): ChartFilter | null {
  const column = columns.find((each) => each.name === name);
  if (!column || !operatorsOf(column).includes(operator)) return null;
  const read = filterValue(typeof value === 'boolean' ? String(value) : value, column);
  return read === null ? null : { id: makeId(), column: column.name, operator, value: read };
}

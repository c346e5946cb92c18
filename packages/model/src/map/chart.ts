/** Kinds of charts (VEC-034). */
export const chartTypes = ['bar', 'line', 'pie'] as const;
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

/** Why a chart cannot be: its configuration makes no sense here (VEC-041), or its Y column is not numeric (VEC-040). */
export type ChartProblem = { kind: 'invalid' } | { kind: 'not-numeric'; column: string };
export type CheckedChart = { config: Omit<ChartConfig, 'id'> } | { problem: ChartProblem };

/**
 * Reads a configuration that somebody else made up, such as a language model. A filter or clipping layer that is not
 * there makes all of it invalid, since the chart would show something else than was asked for.
 */
export function readChartConfig(
  given: unknown,
  columns: readonly ChartColumn[],
  clipLayerIds: readonly string[],
  makeId: () => string,
): CheckedChart {
  const invalid: CheckedChart = { problem: { kind: 'invalid' } };
  const { xCol, yCol, type, title, clipLayerId, filters, aggregate } = (
    typeof given === 'object' && given !== null ? given : {}
  ) as Record<string, unknown>;
  const [x, y] = [columns.find(({ name }) => name === xCol), columns.find(({ name }) => name === yCol)];
  if (!x || !y || !isOneOf(chartTypes, type)) return invalid;
  const read = (Array.isArray(filters) ? filters : []).map((filter: unknown) => readFilter(filter, columns, makeId));
  const clip = clipLayerId === undefined || clipLayerId === null || clipLayerId === '' ? null : clipLayerId;
  if (read.includes(null) || (clip !== null && !(typeof clip === 'string' && clipLayerIds.includes(clip))))
    return invalid;
  if (!isNumericColumn(y)) return { problem: { kind: 'not-numeric', column: y.name } };
  return {
    config: {
      xCol: x.name,
      yCol: y.name,
      type,
      filters: read as ChartFilter[],
      clipLayerId: clip,
      aggregate: isOneOf(chartAggregates, aggregate) ? aggregate : 'sum',
      title: typeof title === 'string' ? title.trim().slice(0, longestTitle) : '',
    },
  };
}

/** Characters of a chart's title. */
export const longestTitle = 200;

function readFilter(given: unknown, columns: readonly ChartColumn[], makeId: () => string): ChartFilter | null {
  const {
    column: name,
    operator,
    value,
  } = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const column = columns.find((each) => each.name === name);
  if (!column || !isOneOf(operatorsOf(column), operator)) return null;
  const read =
    typeof value === 'string' || typeof value === 'number'
      ? filterValue(value, column)
      : typeof value === 'boolean'
        ? filterValue(String(value), column)
        : null;
  return read === null ? null : { id: makeId(), column: column.name, operator, value: read };
}

function isOneOf<Value extends string>(values: readonly Value[], value: unknown): value is Value {
  return (values as readonly unknown[]).includes(value);
}

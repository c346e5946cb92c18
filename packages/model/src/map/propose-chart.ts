import { isNumericType, isTimeType } from '../database/sql-type.ts';
import type { ChartAggregate, ChartConfig } from './chart.ts';
import { countsYears, isCodeColumn, isRateColumn } from './column-sense.ts';
import { wishedColumns } from './propose-style.ts';

/** What is known of a column of a table whose likely chart is looked for. */
export interface ChartableColumn {
  name: string;
  /** As DuckDB names types. */
  type: string;
  /** Different values, about. */
  distinct: number;
  /** Of numbers, the least and the greatest. */
  range: readonly [number, number] | null;
}

/** A chart without what only layers have. */
export type TableChart = Pick<ChartConfig, 'type' | 'xCol' | 'yCol' | 'aggregate'>;

/** Bars that a chart of repeated values has, and of values that each row has once. */
const [mostRepeated, mostApart] = [40, 60];
/** Amounts that nobody adds up. */
const level = /temp|price|height|depth|elev|magnitude|(^|_)mag($|_)|speed|ndvi|level|score|rating|(^|_)age($|_)/i;

/**
 * The chart that a table asks for (SHL-157): a line where it has times and a number, bars where texts repeat (or are
 * few) beside a number, points of two numbers. Null where no number is worth drawing.
 * @param rows how many the columns were looked at in
 */
export function proposeChart(columns: readonly ChartableColumn[], rows: number): TableChart | null {
  const time =
    columns.find(({ type, distinct }) => isTimeType(type) && distinct > 1) ?? columns.find((each) => isOfYears(each));
  const varied = columns.filter(({ name, distinct }) => distinct > 1 && name !== time?.name);
  const wished = wishedColumns(
    varied.map(({ name, type }) => ({
      name,
      type: isNumericType(type) ? 'number' : type === 'VARCHAR' ? 'text' : type,
    })),
    'point',
  );
  const [yCol, other] = wished.numbers;
  if (yCol === undefined) return null;
  const aggregate: ChartAggregate = isRateColumn(yCol) || level.test(yCol) ? 'mean' : 'sum';
  if (time) return { type: 'line', xCol: time.name, yCol, aggregate };
  const texts = varied.filter(({ name, type }) => type === 'VARCHAR' && !isCodeColumn(name));
  const rank = ({ name }: ChartableColumn) => {
    const place = wished.categories.indexOf(name);
    return place < 0 ? wished.categories.length : place;
  };
  const repeated = texts.filter(({ distinct }) => distinct <= Math.min(mostRepeated, rows / 2));
  const few = texts.filter(({ distinct }) => distinct <= mostApart);
  const [text] = (repeated.length > 0 ? repeated : few).toSorted((one, next) => rank(one) - rank(next));
  if (text) return { type: 'bar', xCol: text.name, yCol, aggregate };
  return other === undefined ? null : { type: 'scatter', xCol: other, yCol, aggregate: 'sum' };
}

function isOfYears({ name, type, distinct, range }: ChartableColumn): boolean {
  return isNumericType(type) && distinct > 1 && range !== null && countsYears(name, range);
}

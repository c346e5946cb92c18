import type { FrameColumn, FrameQuestion } from '@groma/protocol';
import type { GridColumn, GridFilter, GridSort } from '@groma/ui';

interface ColumnTexts {
  /** What a level of an index is called that has no name. */
  index: string;
  /** The same of the values of a series. */
  values: string;
}

/** What a column is called: its own name, else what it is. */
export function columnName({ name, isIndex }: FrameColumn, { index, values }: ColumnTexts): string {
  return name !== '' ? name : isIndex ? index : values;
}

/** Columns of a data frame for the grid, known by their places: `first` is that of the first of them. */
export function gridColumns(columns: readonly FrameColumn[], first: number, texts: ColumnTexts): GridColumn[] {
  return columns.map((column, index) => ({
    id: String(first + index),
    name: columnName(column, texts),
    type: column.type,
    nullText: column.missing,
    ...(column.type === 'number' && { render: numberText, isExact: isExact(column.dtype) }),
  }));
}

/** Numbers are written with all their digits and no others, as code has them. */
export function numberText(value: unknown): string {
  return String(value).replace(/^-/, '−');
}

/** Whether numbers of a type may have more digits than a double holds. */
function isExact(dtype: string): boolean {
  return /^(u?int64|decimal)/i.test(dtype);
}

type RowsQuestion = Extract<FrameQuestion, { ask: 'rows' }>;

/** What the grid asks for, with columns by their places. */
export function frameQuery(sort: readonly GridSort[], filter: readonly GridFilter[]) {
  return {
    sort: sort.map(({ columnId, direction }) => ({ column: Number(columnId), direction })),
    filter: filter.map(({ columnId, operator, value }) => ({
      column: Number(columnId),
      operator,
      ...(value !== undefined && { value: value as string | number | boolean }),
    })),
  } satisfies Pick<RowsQuestion, 'sort' | 'filter'>;
}

import { DataGrid, type GridColumn, type GridQuery } from '@groma/ui';
import { useMemo } from 'react';
import { useText } from '../../../platform/text.ts';
import type { StatementResult } from '../history/query-run.ts';
import { shownText } from '../sizes.ts';
import { gridTypeOf } from './result-columns.ts';
import type { ResultValue } from './cell-value.ts';
import type { RowQuery } from './result-rows.ts';

interface ResultGridProps {
  result: StatementResult;
  withFilters: boolean;
  /** Sorting and filtering wait until every row has come. */
  isWhole: boolean;
  read(query: RowQuery & { start: number; end: number }): Promise<{ rows: ResultValue[][]; rowCount: number }>;
  onQueryChange(query: RowQuery): void;
}

/** The rows of a statement, of any number: the grid asks the worker for those in sight. */
export function ResultGrid({ result, withFilters, isWhole, read, onQueryChange }: ResultGridProps) {
  const t = useText();
  const columns = useMemo(() => (result.columns ?? []).map(gridColumn), [result.columns]);
  return (
    <DataGrid
      key={`${result.id} ${isWhole}`} label={t('database.resultRows')} columns={columns} rowId={(_row, index) => String(index)} rowCount={result.rows} withFilters={withFilters} withFoot={false}
      getRows={({ start, end, ...query }) => read({ start, end, ...rowQueryOf(query) })} onQueryChange={(query) => onQueryChange(rowQueryOf(query))}
    />
  );
}

/** Columns are named by their place: a result may have two of one name. */
function gridColumn(column: NonNullable<StatementResult['columns']>[number], index: number): GridColumn {
  const type = gridTypeOf(column);
  const name = column.name === '' ? `#${index + 1}` : column.name;
  const base: GridColumn = { id: String(index), name, type, width: Math.min(280, Math.max(name.length * 7 + 56, type === 'text' ? 120 : type === 'geo' ? 220 : 100)) };
  return type === 'text' || type === 'geo' || type === 'time' ? { ...base, render: cellText } : base;
}

/** Text to its fiftieth letter (DBS-078); times stand as the database writes them, in its time zone. */
export function cellText(value: unknown): string {
  return shownText(typeof value === 'string' ? value : String(value));
}

/** What is asked of the grid, with columns by their place. */
export function rowQueryOf({ sort, filter }: GridQuery): RowQuery {
  return {
    sort: sort.map(({ columnId, direction }) => ({ column: Number(columnId), direction })),
    filter: filter.map(({ columnId, operator, value }) => ({ column: Number(columnId), operator, value })),
  };
}

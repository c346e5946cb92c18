import type { ResultColumn } from '@groma/model';
import { DataGrid, type GridColumn, type GridQuery } from '@groma/ui';
import { useMemo } from 'react';
import { useText } from '../../../platform/text.ts';
import type { StatementResult } from '../history/query-run.ts';
import { shownText } from '../sizes.ts';
import { gridColumnOf } from './result-columns.ts';
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
      key={`${result.id} ${isWhole}`}
      label={t('database.resultRows')}
      columns={columns}
      rowId={(_row, index) => String(index)}
      rowCount={result.rows}
      withFilters={withFilters}
      withFoot={false}
      getRows={({ start, end, ...query }) => read({ start, end, ...rowQueryOf(query) })}
      onQueryChange={(query) => onQueryChange(rowQueryOf(query))}
    />
  );
}

function gridColumn(column: ResultColumn, index: number): GridColumn {
  const base = gridColumnOf(column, index);
  return base.type === 'number' || base.type === 'boolean' ? base : { ...base, render: cellText };
}

/** Text to its fiftieth letter (DBS-078); times stand as the database writes them, in its time zone. */
export function cellText(value: unknown): string {
  return shownText(typeof value === 'string' ? value : String(value));
}

/** What is asked of the grid, with columns by their place. */
function rowQueryOf({ sort, filter }: GridQuery): RowQuery {
  return {
    sort: sort.map(({ columnId, direction }) => ({ column: Number(columnId), direction })),
    filter: filter.map(({ columnId, operator, value }) => ({ column: Number(columnId), operator, value })),
  };
}

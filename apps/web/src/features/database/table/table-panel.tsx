import { defaultTablePageSize, tablePageSizes, type ResultColumn } from '@groma/model';
import {
  Button,
  ChevronLeftIcon,
  ChevronRightIcon,
  CodeIcon,
  DataGrid,
  EmptyState,
  ErrorState,
  FilterIcon,
  IconButton,
  RefreshIcon,
  SelectField,
  SkeletonRows,
  TableIcon,
  useNumberFormat,
  type GridColumn,
  type GridQuery,
} from '@groma/ui';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useCan, useProject } from '../../../platform/session.ts';
import { createStored } from '../../../platform/stored.ts';
import { useText } from '../../../platform/text.ts';
import type { PanelProps } from '../../../registry/panel.ts';
import { knownSchema, useDatabases } from '../database-calls.ts';
import { openEditor, type TableParams } from '../database-panels.ts';
import { offerQuery } from '../editor/offered-query.ts';
import { gridColumnOf } from '../result/result-columns.ts';
import { cellText } from '../result/result-grid.tsx';
import { tableGridHeight } from '../sizes.ts';
import { firstRowsOf } from '../sql/first-rows.ts';
import { quotedName, tableReference } from '../sql/quoted-name.ts';
import { useLatest } from '../use-latest.ts';
import { TableSource, type TablePage } from './table-source.ts';
import './table-panel.css';

const noQuery: GridQuery = { sort: [], filter: [] };
const useChosen = createStored('groma.table-panel', { size: defaultTablePageSize as number });
const none: readonly ResultColumn[] = [];

/** A table of a database, page by page (SHL-016, DBS-066). */
export function Panel({ params }: PanelProps<TableParams>) {
  const { databaseId, databaseName, catalog, schema, table } = params;
  const t = useText();
  const number = useNumberFormat();
  const { id: projectId } = useProject();
  const { data: databases } = useDatabases(projectId);
  const mayExecute = useCan('execute_query', 'database');
  const chosenSize = useChosen((chosen) => chosen.size);
  const size = tablePageSizes.find((each) => each === chosenSize) ?? defaultTablePageSize;
  const [source] = useState(() => new TableSource(databaseId, { catalog, schema, table }));
  const [page, setPage] = useState(0);
  const [version, setVersion] = useState(0);
  const [withFilters, setFilters] = useState(false);
  const [shown, setShown] = useState<TablePage | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isReading, setReading] = useState(true);
  const [query, setQuery] = useState(noQuery);
  // What the grid asks within one turn must not be that of the last drawing.
  const wish = useRef({ page, size });
  useLayoutEffect(() => {
    wish.current = { page, size };
  });
  const columns = shown?.columns ?? none;
  const gridColumns = useGridColumns(columns);

  const read = async (asked: GridQuery) => {
    setReading(true);
    try {
      const found = await source.read({ ...wish.current, query: asked }, columns);
      setShown((present) =>
        present && sameColumns(present.columns, found.columns) ? { ...found, columns: present.columns } : found,
      );
      setFailure(null);
      return found;
    } catch (error) {
      setFailure(error);
      throw error;
    } finally {
      setReading(false);
    }
  };
  const latestRead = useLatest(read);
  // The first page tells the columns, which the grid needs.
  useEffect(() => {
    latestRead.current(noQuery).catch(() => undefined);
  }, [source, version, latestRead]);

  const refresh = () => {
    source.refresh();
    setFailure(null);
    setVersion(version + 1);
  };
  const goTo = (next: number) => {
    wish.current = { ...wish.current, page: next };
    setPage(next);
  };
  const openQuery = () => {
    const reference = tableReference({ catalog, schema, name: table }, knownSchema(databaseId)?.defaultSchema ?? '');
    offerQuery(
      databaseId,
      firstRowsOf(reference === quotedName(table) || schema === '' ? quotedName(table) : reference),
    );
    openEditor({ id: databaseId, name: databases?.find(({ id }) => id === databaseId)?.name ?? databaseName });
  };
  const pagination = shown?.pagination;
  const total = pagination?.totalRows ?? null;
  const first = page * size + 1;
  const last = page * size + (shown?.rows.length ?? 0);
  const isFiltered = query.filter.length > 0;
  return (
    <section className="database-table" aria-label={t('database.tableOf', { name: table, database: databaseName })}>
      <div className="database-table-bar" role="toolbar" aria-label={t('database.tableTools')}>
        <span className="database-table-name" dir="auto" title={`${schema}.${table}`}>
          {databaseName} / {schema === '' ? table : `${schema}.${table}`}
        </span>
        <span className="database-table-tools">
          <IconButton
            label={t('database.filters')}
            icon={<FilterIcon />}
            active={withFilters}
            onClick={() => setFilters(!withFilters)}
          />
          <Button
            size="s"
            variant="quiet"
            icon={<RefreshIcon size={14} />}
            loading={isReading && shown !== null}
            onClick={refresh}
          >
            {t('database.refresh')}
          </Button>
          <Button
            size="s"
            icon={<CodeIcon size={14} />}
            disabled={!mayExecute}
            title={mayExecute ? undefined : t('database.mayNotExecute')}
            onClick={openQuery}
          >
            {t('database.openQueryEditor')}
          </Button>
        </span>
      </div>
      <div className="database-table-body" style={{ flexBasis: tableGridHeight }} aria-busy={isReading}>
        {failure !== null && (
          <ErrorState title={t('database.tableFailed')} onRetry={refresh} isRetrying={isReading}>
            {errorText(failure)}
          </ErrorState>
        )}
        {failure === null && !shown && <SkeletonRows rows={12} withIcon={false} />}
        {failure === null && shown && (
          <DataGrid
            key={gridColumns.key}
            label={t('database.rowsOf', { name: table })}
            columns={gridColumns.columns}
            rowId={(_row, index) => String(index)}
            rowCount={shown.rows.length}
            withFilters={withFilters}
            withFoot={false}
            firstRowNumber={first}
            refreshKey={`${page} ${size} ${version}`}
            empty={
              <EmptyState
                icon={<TableIcon size={18} />}
                title={t(isFiltered ? 'database.noneFits' : 'database.noData')}
              />
            }
            getRows={async ({ start, end, ...asked }) => {
              const { rows } = await read(asked);
              return { rows: rows.slice(start, end), rowCount: rows.length };
            }}
            onQueryChange={(next) => {
              setQuery(next);
              goTo(0);
            }}
          />
        )}
      </div>
      <div className="database-table-foot">
        <span role="status">
          {shown &&
            (shown.rows.length === 0
              ? t('database.rowCount', { count: 0 })
              : total === null
                ? t('database.rowRange', { first: number.format(first), last: number.format(last) })
                : t('database.rowRangeOf', {
                    first: number.format(first),
                    last: number.format(last),
                    total: number.format(total),
                  }))}
          {shown && ` × ${t('database.columnCount', { count: columns.length })}`}
        </span>
        <nav aria-label={t('database.pages')}>
          <SelectField
            size="s"
            aria-label={t('database.pageSize')}
            options={tablePageSizes.map((each) => ({
              value: String(each),
              label: t('database.perPage', { count: each }),
            }))}
            value={String(size)}
            onChange={(next) => {
              wish.current = { page: Math.floor((page * size) / Number(next)), size: Number(next) as typeof size };
              setPage(wish.current.page);
              useChosen.setState({ size: Number(next) });
            }}
          />
          <Button
            size="s"
            variant="quiet"
            icon={<ChevronLeftIcon size={14} className="sql-mirrored" />}
            disabled={page === 0}
            onClick={() => goTo(page - 1)}
          >
            {t('database.previous')}
          </Button>
          <Button
            size="s"
            variant="quiet"
            endIcon={<ChevronRightIcon size={14} className="sql-mirrored" />}
            disabled={!pagination?.hasMore}
            onClick={() => goTo(page + 1)}
          >
            {t('database.next')}
          </Button>
        </nav>
      </div>
    </section>
  );
}

/** The columns as the grid has them, and a key that is another when they are others. */
function useGridColumns(columns: readonly ResultColumn[]): { columns: GridColumn[]; key: string } {
  return useMemo(
    () => ({
      key: JSON.stringify(columns),
      columns: columns.map((column, index): GridColumn => {
        const base = gridColumnOf(column, index);
        return base.type === 'number' || base.type === 'boolean'
          ? base
          : { ...base, render: (value) => cellText(typeof value === 'object' ? JSON.stringify(value) : value) };
      }),
    }),
    [columns],
  );
}

function sameColumns(one: readonly ResultColumn[], other: readonly ResultColumn[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

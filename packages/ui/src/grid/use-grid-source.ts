import type { GridApi, IDatasource, IGetRowsParams } from 'ag-grid-community';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { GridColumn, GridQuery, GridRow, GridRowId, ReadGridWindow } from './grid-column.ts';
import { filtersFromModel } from './grid-filter.ts';
import { namedRows } from './grid-window.ts';
import { useLatest } from './use-latest.ts';

export interface SourceState {
  status: 'loading' | 'ready' | 'failed';
  /** Rows of the present result. */
  rowCount: number;
  /** Set while a later window could not be read; the rows read before still stand. */
  windowError: unknown;
}

interface SourceOptions {
  api: RefObject<GridApi<GridRow> | null>;
  columns: readonly GridColumn[];
  rowCount: number | undefined;
  rowId: GridRowId;
  getRows: ReadGridWindow;
  refreshKey: unknown;
  onQueryChange: ((query: GridQuery) => void) | undefined;
  onRows: (rows: readonly GridRow[]) => void;
}

function queryOf(params: IGetRowsParams, columns: readonly GridColumn[]): GridQuery {
  const sort = params.sortModel.map(({ colId, sort: direction }) => ({
    columnId: colId,
    direction: direction ?? 'asc',
  }));
  return {
    sort,
    filter: filtersFromModel((params.filterModel as Parameters<typeof filtersFromModel>[0] | null) ?? {}, columns),
  };
}

/** Feeds AG Grid by windows from the caller's `getRows` and keeps what came of it. */
export function useGridSource(options: SourceOptions) {
  const { api, columns, rowCount, refreshKey } = options;
  const latest = useLatest(options);
  const query = useRef<GridQuery>({ sort: [], filter: [] });
  const [state, setState] = useState<SourceState>({ status: 'loading', rowCount: rowCount ?? 0, windowError: null });

  const datasource = useMemo<IDatasource>(() => {
    const read = async (params: IGetRowsParams) => {
      const { getRows, rowId, columns: presentColumns, onQueryChange, onRows } = latest.current;
      const next = queryOf(params, presentColumns);
      if (JSON.stringify(next) !== JSON.stringify(query.current)) {
        query.current = next;
        onQueryChange?.(next);
      }
      let rows: GridRow[];
      let count: number;
      try {
        const result = await getRows({ start: params.startRow, end: params.endRow, ...next });
        rows = namedRows(result.rows, params.startRow, rowId, presentColumns);
        count = result.rowCount;
      } catch (error) {
        params.failCallback();
        return setState((present) => ({
          ...present,
          status: present.status === 'ready' ? 'ready' : 'failed',
          windowError: error,
        }));
      }
      params.successCallback(rows, count);
      setState({ status: 'ready', rowCount: count, windowError: null });
      onRows(rows);
    };
    return {
      getRows: (params) => {
        void read(params);
      },
    };
  }, [latest]);

  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    api.current?.refreshInfiniteCache();
    // These are the occasions to read again, not values that the reading uses.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [api, refreshKey, columns, rowCount]);

  const retry = () => {
    setState((present) => ({
      ...present,
      status: present.status === 'ready' ? 'ready' : 'loading',
      windowError: null,
    }));
    // A failed window is only asked for again when the cache forgets it.
    api.current?.purgeInfiniteCache();
  };
  return { datasource, state, retry, query };
}

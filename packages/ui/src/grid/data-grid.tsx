import {
  CellApiModule,
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  InfiniteRowModelModule,
  LocaleModule,
  NumberEditorModule,
  NumberFilterModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
  SelectEditorModule,
  TextEditorModule,
  TextFilterModule,
  TooltipModule,
  type CellContextMenuEvent,
  type GridApi,
  type SuppressKeyboardEventParams,
  type ValueSetterParams,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useEffect, useImperativeHandle, useMemo, useRef, type ReactNode, type Ref } from 'react';
import { toast } from '../feedback/toast.tsx';
import { useContextMenu, type ContextMenuPlace } from '../overlay/context-menu.tsx';
import type { MenuEntry } from '../overlay/menu-item.ts';
import { useInterface } from '../provider/interface-context.ts';
import { columnDefinitions, isDataColumn } from './column-definition.ts';
import { useFitColumns } from './fit-columns.ts';
import type { GridCellEdit, GridColumn, GridQuery, GridRow, GridRowId, ReadGridWindow } from './grid-column.ts';
import { GridSelectionContext } from './grid-context.ts';
import type { GridPaste } from './paste-cells.ts';
import { GridCover } from './grid-cover.tsx';
import { GridFoot } from './grid-foot.tsx';
import { useGridClipboard } from './use-grid-clipboard.ts';
import { useGridEdits } from './use-grid-edits.ts';
import { gridIcons, gridLocale, gridTheme } from './grid-theme.ts';
import { readRows } from './grid-window.ts';
import { jumpToCell } from './jump-to-cell.ts';
import { nextCell } from './next-cell.ts';
import { shownColumns, useCellRange } from './use-cell-range.ts';
import { useGridSource } from './use-grid-source.ts';
import { RowScroll, rowBuffer } from './row-scroll.ts';
import { useLatest } from './use-latest.ts';
import { useRowSelection } from './use-row-selection.ts';

export interface DataGridHandle {
  /** Brings a row into sight by its 0-based place in the present result. */
  scrollToRow: (index: number) => void;
  clearFilters: () => void;
  copy: () => Promise<void>;
  /** Reads the rows in sight again, in place. */
  refresh: () => void;
}

export interface DataGridProps {
  /** What the grid holds, for those who do not see it. */
  label: string;
  columns: readonly GridColumn[];
  /** Rows of the unfiltered whole, when known before the first window. */
  rowCount?: number;
  /** Reads one window of the present sort and filter. For another source give the grid another `key`. */
  getRows: ReadGridWindow;
  rowId: GridRowId;
  selectedIds?: ReadonlySet<string>;
  /** Makes rows selectable. */
  onSelectionChange?: (ids: ReadonlySet<string>) => void;
  /** The box over all rows: the caller puts the ids of the present result into `selectedIds`. */
  onSelectAll?: () => void;
  /**
   * Takes rows into the selection or out of it; without it `onSelectionChange` is given the whole selection each time.
   */
  onSelectRows?: (ids: readonly string[], isSelected: boolean) => void;
  /** Fills cells with texts of the clipboard (Ctrl+V). */
  onPaste?: (cells: readonly GridPaste[]) => Promise<void>;
  /** Keeps an edited value; a rejection puts the old value back and its message is shown. */
  onCellEdit?: (edit: GridCellEdit) => Promise<void>;
  /** Another value re-reads the windows in place, without jumping. */
  refreshKey?: unknown;
  withFilters?: boolean;
  withRowNumbers?: boolean;
  /** Number of the first row, where the rows are a page of more; 1 by default. */
  firstRowNumber?: number;
  onQueryChange?: (query: GridQuery) => void;
  /** Double-click, or Enter on a cell that cannot be edited. */
  onRowActivate?: (rowId: string) => void;
  cellMenu?: (cell: { rowId: string; columnId: string }) => readonly MenuEntry[];
  columnMenu?: (columnId: string) => readonly MenuEntry[];
  /** Stands at the end of the foot. */
  foot?: ReactNode;
  withFoot?: boolean;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  ref?: Ref<DataGridHandle>;
}

const modules = [
  CellApiModule,
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  InfiniteRowModelModule,
  LocaleModule,
  NumberEditorModule,
  NumberFilterModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
  SelectEditorModule,
  TextEditorModule,
  TextFilterModule,
  TooltipModule,
];
const noIds: ReadonlySet<string> = new Set();
/** How far a browser scrolls; the style of the grid says why. */
const mostPixels = 16_000_000;

/**
 * The one grid of the product: windows of rows from the caller, sorted and filtered at the source, edited, selected and
 * copied here.
 */
export function DataGrid({ ref, empty, ...props }: DataGridProps) {
  const {
    label,
    columns,
    rowCount,
    getRows,
    rowId,
    selectedIds = noIds,
    onSelectionChange,
    onSelectAll,
    onCellEdit,
    withFilters = false,
    withRowNumbers = true,
    firstRowNumber = 1,
    withFoot = true,
  } = props;
  const { locale, direction, texts } = useInterface();
  const api = useRef<GridApi<GridRow> | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const scroll = useRef<RowScroll | null>(null);
  const openMenu = useContextMenu();
  const fitColumns = useFitColumns(api, body);
  const { datasource, state, retry, query } = useGridSource({
    api,
    columns,
    rowCount,
    rowId,
    getRows,
    refreshKey: props.refreshKey,
    onQueryChange: props.onQueryChange,
    onRows: (rows) => fitColumns({ columns, rows, locale, texts: texts.grid }),
  });
  const readIds = async (start: number, end: number) =>
    (await readRows({ read: getRows, query: query.current, rowId, columns }, start, end)).map((row) => row.id);
  const { selection, repaint } = useRowSelection({
    api,
    selectedIds,
    rowCount: state.rowCount,
    onSelectionChange,
    onSelectAll,
    onSelectRows: props.onSelectRows,
    readIds,
  });
  const { isCellInRange, range, ...cells } = useCellRange(api, direction);
  const reportFailure = (error: unknown) =>
    toast.error(error instanceof Error && error.message !== '' ? error.message : texts.notSaved);
  const { begin, keep, end } = useGridEdits(api, columns, onCellEdit, reportFailure);
  const clipboard = useGridClipboard({
    api,
    columns,
    query,
    rowId,
    getRows,
    rowCount: state.rowCount,
    range,
    selectedIds,
  });

  const withSelection = onSelectionChange !== undefined;
  const isEditable = onCellEdit !== undefined;
  // Not by the count itself: rows that keep coming would have thousands of columns made again each time.
  const rowDigits = String(Math.max(1, firstRowNumber + state.rowCount - 1)).length;
  const definitions = useMemo(
    () =>
      columnDefinitions({
        columns,
        locale,
        direction,
        texts: texts.grid,
        withSelection,
        withRowNumbers,
        firstRowNumber,
        withFilters,
        isEditable,
        onEditBegun: begin,
        rowDigits,
        isCellInRange,
      }),
    [
      columns,
      locale,
      direction,
      texts,
      withSelection,
      withRowNumbers,
      firstRowNumber,
      withFilters,
      isEditable,
      begin,
      rowDigits,
      isCellInRange,
    ],
  );

  const onReady = (ready: GridApi<GridRow>) => {
    api.current = ready;
    const viewport = body.current?.querySelector<HTMLElement>('.ag-grid-viewport');
    if (viewport) scroll.current = new RowScroll(ready, viewport);
  };
  const onDestroy = () => {
    api.current = null;
    scroll.current?.destroy();
  };
  const showCellMenu = (place: ContextMenuPlace, row: GridRow | undefined, columnId: string) => {
    const items = row && isDataColumn(columnId) ? props.cellMenu?.({ rowId: row.id, columnId }) : undefined;
    if (items) openMenu(place, items);
  };
  const takeKey = (params: SuppressKeyboardEventParams<GridRow>): boolean => {
    const { event, editing, data, node, column } = params;
    if (editing) return false;
    const isCommand = event.ctrlKey || event.metaKey;
    if (cells.onKey(params)) return true;
    if (isCommand && event.key.toLowerCase() === 'c') void clipboard.copy().catch(reportFailure);
    else if (isCommand && event.key.toLowerCase() === 'v' && props.onPaste)
      void clipboard.paste(props.onPaste).catch(reportFailure);
    else if (isCommand && event.key === 'Enter')
      (event.target as Element).closest('.ag-cell')?.querySelector<HTMLElement>('.g-link-mark')?.click();
    else if (isCommand && !event.shiftKey && (event.key === 'Home' || event.key === 'End') && state.rowCount > 0)
      jumpToEdge(params.api, event.key);
    else if (isCommand && event.key.toLowerCase() === 'a' && onSelectAll) onSelectAll();
    else if (event.key === ' ' && withSelection && data) selection.toggle(data.id, data.index, event.shiftKey);
    else if (event.key === 'Enter' && data && props.onRowActivate && !column.isCellEditable(node))
      props.onRowActivate(data.id);
    else if (event.key === 'Escape') {
      cells.clear();
      return false;
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const box = (event.target as Element).getBoundingClientRect();
      showCellMenu({ x: box.left, y: box.bottom }, data, column.getColId());
    } else return false;
    event.preventDefault();
    return true;
  };
  const jumpToEdge = (grid: GridApi<GridRow>, key: 'Home' | 'End') => {
    const column = shownColumns(grid).at(key === 'Home' ? 0 : -1);
    if (column !== undefined) jumpToCell(grid, key === 'Home' ? 0 : state.rowCount - 1, column);
  };
  const latest = useLatest({ takeKey, keep });
  const defaultColumn = useMemo(
    () => ({
      sortable: true,
      resizable: true,
      suppressHeaderMenuButton: true,
      suppressKeyboardEvent: (params: SuppressKeyboardEventParams<GridRow>) => latest.current.takeKey(params),
      // What stands in the row is changed by whoever takes the edit, not by the grid.
      valueSetter: (params: ValueSetterParams<GridRow>) => {
        void latest.current.keep(params);
        return false;
      },
    }),
    [latest],
  );

  // What cannot be seen does not filter.
  useEffect(() => {
    if (!withFilters) api.current?.setFilterModel(null);
  }, [withFilters]);

  useImperativeHandle(ref, () => ({
    scrollToRow: (index) => {
      api.current?.ensureIndexVisible(index, 'middle');
    },
    clearFilters: () => {
      api.current?.setFilterModel(null);
    },
    copy: clipboard.copy,
    refresh: () => {
      api.current?.refreshInfiniteCache();
    },
  }));

  return (
    <div className="g-grid" role="group" aria-label={label} aria-busy={state.status === 'loading'}>
      <div className="g-grid-body" ref={body}>
        <GridSelectionContext.Provider value={selection}>
          <AgGridReact<GridRow>
            theme={gridTheme}
            themeCssLayer="ag-grid"
            modules={modules}
            icons={gridIcons}
            localeText={gridLocale(texts.grid)}
            enableRtl={direction === 'rtl'}
            rowModelType="infinite"
            datasource={datasource}
            cacheBlockSize={200}
            maxBlocksInCache={20}
            infiniteInitialRowCount={Math.max(1, rowCount ?? 1)}
            blockLoadDebounceMillis={40}
            maxConcurrentDatasourceRequests={2}
            columnDefs={definitions}
            defaultColDef={defaultColumn}
            maintainColumnOrder
            getRowId={({ data }) => data.id}
            rowSelection={{ mode: 'multiRow', checkboxes: false, headerCheckbox: false, enableClickSelection: false }}
            stopEditingWhenCellsLoseFocus
            enableBrowserTooltips
            suppressNoRowsOverlay
            suppressCellFocus={false}
            suppressDragLeaveHidesColumns
            animateRows={false}
            suppressColumnMoveAnimation
            navigateToNextCell={nextCell}
            tabToNextCell={({ editing, nextCellPosition }) =>
              editing || isEditable ? (nextCellPosition ?? false) : false
            }
            tabToNextHeader={({ nextHeaderPosition }) =>
              withFilters || isEditable ? (nextHeaderPosition ?? false) : false
            }
            onGridReady={(event) => {
              onReady(event.api);
            }}
            onGridPreDestroyed={onDestroy}
            rowBuffer={rowBuffer(state.rowCount, mostPixels)}
            onModelUpdated={repaint}
            onCellMouseDown={cells.onCellMouseDown}
            onCellMouseOver={cells.onCellMouseOver}
            onSortChanged={cells.clear}
            onFilterChanged={(event) => {
              cells.clear();
              event.api.ensureIndexVisible(0, 'top');
            }}
            onCellEditingStopped={end}
            onCellDoubleClicked={({ data, column, node }) => {
              if (data && !column.isCellEditable(node)) props.onRowActivate?.(data.id);
            }}
            onCellContextMenu={(event) => {
              const { data, column } = event as CellContextMenuEvent<GridRow>;
              if (props.cellMenu) showCellMenu(event.event as MouseEvent, data, column.getColId());
            }}
            onColumnHeaderContextMenu={(event) => {
              if (props.columnMenu && 'getColId' in event.column) openMenuOfColumn(event.column.getColId());
            }}
          />
        </GridSelectionContext.Provider>
        <GridCover state={state} empty={empty} hasRowCount={Boolean(rowCount)} onRetry={retry} />
      </div>
      {withFoot && (
        <GridFoot
          rowCount={state.rowCount}
          wholeCount={
            query.current.filter.length > 0 && rowCount !== undefined && rowCount !== state.rowCount
              ? rowCount
              : undefined
          }
          columnCount={columns.length}
          selectedCount={selectedIds.size}
          word={clipboard.isCopying ? texts.grid.loading : clipboard.word}
          hasWindowError={state.status === 'ready' && state.windowError !== null}
          onRetry={retry}
        >
          {props.foot}
        </GridFoot>
      )}
    </div>
  );

  function openMenuOfColumn(columnId: string) {
    const head = document.querySelector(`.g-grid .ag-header-cell[col-id="${CSS.escape(columnId)}"]`);
    const box = head?.getBoundingClientRect();
    const items = isDataColumn(columnId) ? props.columnMenu?.(columnId) : undefined;
    if (box && items) openMenu({ x: direction === 'rtl' ? box.right : box.left, y: box.bottom }, items);
  }
}

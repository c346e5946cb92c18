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
  type CellEditRequestEvent,
  type GridApi,
  type SuppressKeyboardEventParams,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { EmptyState, ErrorState } from '../feedback/empty-state.tsx';
import { SkeletonRows } from '../feedback/skeleton.tsx';
import { toast } from '../feedback/toast.tsx';
import { useContextMenu, type ContextMenuPlace } from '../overlay/context-menu.tsx';
import type { MenuEntry } from '../overlay/menu-item.ts';
import { useInterface } from '../provider/interface-context.ts';
import { countText } from '../texts.ts';
import { columnDefinitions, isDataColumn } from './column-definition.ts';
import { copyText } from './copy-cells.ts';
import { editCell } from './edit-cell.ts';
import { useFitColumns } from './fit-columns.ts';
import type { GridCellEdit, GridColumn, GridQuery, GridRow, GridRowId, ReadGridWindow } from './grid-column.ts';
import { GridSelectionContext } from './grid-context.ts';
import { parseTsv, pastedCells, type GridPaste } from './paste-cells.ts';
import { GridFoot } from './grid-foot.tsx';
import { gridIcons, gridLocale, gridTheme } from './grid-theme.ts';
import { readRows } from './grid-window.ts';
import { jumpToCell } from './jump-to-cell.ts';
import { shownColumns, useCellRange } from './use-cell-range.ts';
import { isWide, rangeBounds } from './cell-range.ts';
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
  /** Takes rows into the selection or out of it; without it `onSelectionChange` is given the whole selection each time. */
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
const wordTime = 4000;
/** How far a browser scrolls; the style of the grid says why. */
const mostPixels = 16_000_000;

/** A page that is left with a cell still open for editing keeps what was typed there, and asks: its way to the server may be longer than the page lives. */
function useLeavingCells(api: { readonly current: GridApi<GridRow> | null }): void {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent): void => {
      if (!api.current || api.current.isDestroyed() || api.current.getEditingCells().length === 0) return;
      api.current.stopEditing();
      event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => {
      removeEventListener('beforeunload', onLeave);
    };
  }, [api]);
}

/** Whoever took edits last. The grid tells late that a cell was opened: the table may be read-only by then. */
function useLastKeeper(onCellEdit: DataGridProps['onCellEdit']): RefObject<DataGridProps['onCellEdit']> {
  const last = useRef(onCellEdit);
  useLayoutEffect(() => {
    if (onCellEdit) last.current = onCellEdit;
  });
  return last;
}

/** The one grid of the product: windows of rows from the caller, sorted and filtered at the source, edited, selected and copied here. */
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
  /** The row whose cell is being edited, as it was at first. */
  const begun = useRef<GridRow | undefined>(undefined);
  const keeper = useLastKeeper(onCellEdit);
  const [word, setWord] = usePassingWord();
  const [isCopying, setIsCopying] = useState(false);
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
      rowDigits,
      isCellInRange,
    ],
  );

  useLeavingCells(api);
  // What stands in an open cell is given to whoever took edits until now, before the grid has columns that cannot be edited.
  useLayoutEffect(() => {
    if (!isEditable && api.current && !api.current.isDestroyed()) api.current.stopEditing();
  }, [isEditable]);
  const begin = (ready: GridApi<GridRow>) => {
    api.current = ready;
    const viewport = body.current?.querySelector<HTMLElement>('.ag-grid-viewport');
    if (viewport) scroll.current = new RowScroll(ready, viewport);
  };
  const end = () => {
    api.current = null;
    scroll.current?.destroy();
  };
  const copy = async () => {
    if (!api.current) return;
    // A million rows take their time.
    setIsCopying(true);
    const copied = await copyText({
      api: api.current,
      columns,
      query: query.current,
      rowId,
      getRows,
      rowCount: state.rowCount,
      range: range.current,
      selectedIds,
    }).finally(() => setIsCopying(false));
    if (copied.rows === 0) return;
    await navigator.clipboard.writeText(copied.text);
    setWord(countText(texts.grid, 'copied', copied.rows, locale));
  };
  const paste = async () => {
    const cell = api.current?.getFocusedCell();
    if (!api.current || !cell || !props.onPaste || !isDataColumn(cell.column.getColId())) return;
    const pasted = parseTsv(await navigator.clipboard.readText());
    const shown = shownColumns(api.current);
    // One line fills all the rows that are marked.
    const marked = range.current && isWide(range.current) ? rangeBounds(range.current) : null;
    const top = marked?.top ?? cell.rowIndex;
    const bottom = marked && pasted.length === 1 ? marked.bottom + 1 : top + pasted.length;
    const rows = await readRows(
      { read: getRows, query: query.current, rowId, columns },
      top,
      Math.min(bottom, state.rowCount),
    );
    await props.onPaste(
      pastedCells(pasted, rows, shown, marked?.left ?? shown.indexOf(cell.column.getColId()), columns),
    );
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
    if (isCommand && event.key.toLowerCase() === 'c') void copy().catch(reportFailure);
    else if (isCommand && event.key.toLowerCase() === 'v' && props.onPaste) void paste().catch(reportFailure);
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
  const keepEdit = async (event: CellEditRequestEvent<GridRow>) => {
    // A table that cannot be edited any more since the edit began says so by whoever took edits then.
    const keep = keeper.current;
    const refusal = keep
      ? await editCell(event, begun.current ?? event.data, columns, keep, {
          locale,
          notANumber: texts.grid.notANumber,
        })
      : undefined;
    if (refusal !== undefined) reportFailure(refusal);
  };
  const reportFailure = (error: unknown) =>
    toast.error(error instanceof Error && error.message !== '' ? error.message : texts.notSaved);
  const latest = useLatest({ takeKey });
  const defaultColumn = useMemo(
    () => ({
      sortable: true,
      resizable: true,
      suppressHeaderMenuButton: true,
      suppressKeyboardEvent: (params: SuppressKeyboardEventParams<GridRow>) => latest.current.takeKey(params),
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
    copy,
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
            readOnlyEdit
            stopEditingWhenCellsLoseFocus
            enableBrowserTooltips
            suppressNoRowsOverlay
            suppressCellFocus={false}
            suppressDragLeaveHidesColumns
            animateRows={false}
            suppressColumnMoveAnimation
            tabToNextCell={({ editing, nextCellPosition }) =>
              editing || isEditable ? (nextCellPosition ?? false) : false
            }
            tabToNextHeader={({ nextHeaderPosition }) =>
              withFilters || isEditable ? (nextHeaderPosition ?? false) : false
            }
            onGridReady={(event) => {
              begin(event.api);
            }}
            onGridPreDestroyed={end}
            rowBuffer={rowBuffer(state.rowCount, mostPixels)}
            onModelUpdated={repaint}
            onCellMouseDown={cells.onCellMouseDown}
            onCellMouseOver={cells.onCellMouseOver}
            onSortChanged={cells.clear}
            onFilterChanged={(event) => {
              cells.clear();
              event.api.ensureIndexVisible(0, 'top');
            }}
            onCellEditingStarted={({ data }) => {
              begun.current = data;
            }}
            onCellEditRequest={(event) => {
              void keepEdit(event);
            }}
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
        <Cover state={state} empty={empty} hasRowCount={Boolean(rowCount)} onRetry={retry} />
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
          word={isCopying ? texts.grid.loading : word}
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

/** What lies over the empty body: skeleton, failure, or nothing here yet. */
function Cover({
  state,
  empty,
  hasRowCount,
  onRetry,
}: {
  state: { status: string; rowCount: number; windowError: unknown };
  empty: ReactNode;
  hasRowCount: boolean;
  onRetry: () => void;
}) {
  const { texts } = useInterface();
  if (state.status === 'failed') {
    const reason = state.windowError instanceof Error ? state.windowError.message : undefined;
    return (
      <div className="g-grid-cover">
        <ErrorState title={texts.grid.failed} onRetry={onRetry}>
          {reason}
        </ErrorState>
      </div>
    );
  }
  // With a known count the waiting rows themselves are the skeleton.
  if (state.status === 'loading')
    return hasRowCount ? null : (
      <div className="g-grid-cover">
        <SkeletonRows rows={8} withIcon={false} label={texts.grid.loading} />
      </div>
    );
  return state.rowCount === 0 ? (
    <div className="g-grid-cover" data-see-through>
      {empty ?? <EmptyState title={texts.grid.empty} />}
    </div>
  ) : null;
}

function usePassingWord(): [string, (word: string) => void] {
  const [word, setWord] = useState('');
  useEffect(() => {
    if (word === '') return undefined;
    const timer = setTimeout(() => setWord(''), wordTime);
    return () => clearTimeout(timer);
  }, [word]);
  return [word, setWord];
}

import type { CellMouseDownEvent, CellMouseOverEvent, GridApi, SuppressKeyboardEventParams } from 'ag-grid-community';
import { useCallback, useRef, type RefObject } from 'react';
import { extendedByKey, isInRange, isWide, type CellPlace, type CellRange } from './cell-range.ts';
import { isDataColumn } from './column-definition.ts';
import type { GridRow } from './grid-column.ts';

/** Ids of the caller's columns in the order they are shown now. */
export function shownColumns(api: GridApi<GridRow>): string[] {
  return api
    .getAllDisplayedColumns()
    .map((column) => column.getColId())
    .filter(isDataColumn);
}

/**
 * The range of cells marked by Shift and arrows, Shift and click, or dragging; AG Grid Community has none of its own.
 */
export function useCellRange(api: RefObject<GridApi<GridRow> | null>, direction: 'ltr' | 'rtl') {
  const range = useRef<CellRange | null>(null);

  const set = useCallback(
    (next: CellRange | null) => {
      const wasWide = range.current !== null && isWide(range.current);
      range.current = next;
      // One cell is AG Grid's own focus; only wide ranges are painted.
      if (wasWide || (next !== null && isWide(next))) api.current?.refreshCells({ force: true, suppressFlash: true });
    },
    [api],
  );

  const isCellInRange = useCallback(
    (row: number, columnId: string) => {
      const grid = api.current;
      if (!grid || range.current === null || !isWide(range.current)) return false;
      return isInRange(range.current, { row, column: shownColumns(grid).indexOf(columnId) });
    },
    [api],
  );

  const placeOf = (grid: GridApi<GridRow>, row: number | null, columnId: string): CellPlace | null => {
    const column = shownColumns(grid).indexOf(columnId);
    return row === null || column === -1 ? null : { row, column };
  };

  const onCellMouseDown = ({ api: grid, rowIndex, column, event }: CellMouseDownEvent<GridRow>) => {
    const place = placeOf(grid, rowIndex, column.getColId());
    const mouse = event as MouseEvent | undefined;
    if (!place || mouse?.button !== 0) return;
    const anchor = mouse.shiftKey && range.current ? range.current.anchor : place;
    set({ anchor, head: place });
  };

  const onCellMouseOver = ({ api: grid, rowIndex, column, event }: CellMouseOverEvent<GridRow>) => {
    const isDragging = ((event as MouseEvent | undefined)?.buttons ?? 0) & 1;
    const place = placeOf(grid, rowIndex, column.getColId());
    if (isDragging && place && range.current) set({ anchor: range.current.anchor, head: place });
  };

  /** Takes Shift and arrows; returns whether the key was its own. Any other arrow ends the range. */
  const onKey = ({ api: grid, event, node, column }: SuppressKeyboardEventParams<GridRow>): boolean => {
    if (!event.key.startsWith('Arrow')) return false;
    if (!event.shiftKey) {
      set(null);
      return false;
    }
    const place = placeOf(grid, node.rowIndex, column.getColId());
    if (!place) return false;
    const next = extendedByKey(
      range.current ?? { anchor: place, head: place },
      event.key,
      grid.getDisplayedRowCount(),
      shownColumns(grid).length,
      direction,
    );
    if (!next) return false;
    event.preventDefault();
    grid.ensureIndexVisible(next.head.row);
    set(next);
    return true;
  };

  return { range, isCellInRange, onCellMouseDown, onCellMouseOver, onKey, clear: () => set(null) };
}

import type { CellPosition, GridApi, NavigateToNextCellParams } from 'ag-grid-community';
import type { GridRow } from './grid-column.ts';
import { shownColumns } from './use-cell-range.ts';

/**
 * Where an arrow key goes. For a moment after rows were read that were jumped to, the grid draws rows which it no
 * longer counts; a key pressed on one of them would lead to the header. The focused cell is known all the same.
 */
export function nextCell({
  api,
  key,
  previousCellPosition: before,
  nextCellPosition: next,
}: NavigateToNextCellParams<GridRow>): CellPosition | null {
  const focused = (before.rowIndex as number | null) === null ? api.getFocusedCell() : null;
  return focused ? neighbour(api, key, focused) : next;
}

function neighbour(api: GridApi<GridRow>, key: string, { rowIndex, column, rowPinned }: CellPosition): CellPosition {
  const ids = shownColumns(api);
  const isTowardsEnd = api.getGridOption('enableRtl') ? key === 'ArrowLeft' : key === 'ArrowRight';
  const rowStep = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  const columnStep = rowStep !== 0 ? 0 : isTowardsEnd ? 1 : -1;
  const id = ids[ids.indexOf(column.getColId()) + columnStep];
  return {
    rowPinned,
    rowIndex: Math.max(0, Math.min(api.getDisplayedRowCount() - 1, rowIndex + rowStep)),
    column: (id === undefined ? undefined : api.getColumn(id)) ?? column,
  };
}

import type { GridApi } from 'ag-grid-community';

/** Rows that the grid was scrolled to are drawn a few frames later. */
const mostFrames = 60;

/** Brings a cell into sight and the focus into it, however far away it is. */
export function jumpToCell<Row>(api: GridApi<Row>, row: number, column: string): void {
  api.ensureColumnVisible(column);
  api.ensureIndexVisible(row, row === 0 ? 'top' : 'bottom');
  focusWhenDrawn(api, { row, column }, mostFrames);
}

function focusWhenDrawn<Row>(api: GridApi<Row>, cell: { row: number; column: string }, framesLeft: number): void {
  if (api.isDestroyed() || framesLeft === 0) return;
  if (api.getRenderedNodes().some(({ rowIndex }) => rowIndex === cell.row)) api.setFocusedCell(cell.row, cell.column);
  else requestAnimationFrame(() => focusWhenDrawn(api, cell, framesLeft - 1));
}

import type { GridApi } from 'ag-grid-community';
import { isWide, rangeBounds, type CellRange } from './cell-range.ts';
import {
  cellValue,
  type GridColumn,
  type GridQuery,
  type GridRow,
  type GridRowId,
  type ReadGridWindow,
} from './grid-column.ts';
import { readRows, readRowsById } from './grid-window.ts';
import { toTsv } from './tsv.ts';
import { shownColumns } from './use-cell-range.ts';

export interface CopySource {
  api: GridApi<GridRow>;
  columns: readonly GridColumn[];
  query: GridQuery;
  rowId: GridRowId;
  getRows: ReadGridWindow;
  rowCount: number;
  range: CellRange | null;
  selectedIds: ReadonlySet<string>;
}

/**
 * What Ctrl+C means now, as tab separated text: the marked range, else the selected rows, else the cell with the focus.
 * Rows not loaded are read.
 */
export async function copyText(source: CopySource): Promise<{ text: string; rows: number }> {
  const { api, columns, range, selectedIds, rowCount } = source;
  const shown = shownColumns(api);
  const reading = { read: source.getRows, query: source.query, rowId: source.rowId, columns };
  const lines = (rows: readonly GridRow[], ids: readonly string[]) => ({
    text: toTsv(rows.map((row) => ids.map((id) => cellValue(row.values, id, columns)))),
    rows: rows.length,
  });
  if (range && isWide(range)) {
    const { top, bottom, left, right } = rangeBounds(range);
    return lines(await readRows(reading, top, bottom + 1), shown.slice(left, right + 1));
  }
  if (selectedIds.size > 0) {
    const loaded = loadedRows(api, selectedIds);
    return lines(
      loaded.length === selectedIds.size ? loaded : await readRowsById(reading, selectedIds, rowCount),
      shown,
    );
  }
  const cell = api.getFocusedCell();
  const row = cell ? api.getDisplayedRowAtIndex(cell.rowIndex)?.data : undefined;
  return cell && row ? lines([row], [cell.column.getColId()]) : { text: '', rows: 0 };
}

function loadedRows(api: GridApi<GridRow>, ids: ReadonlySet<string>): GridRow[] {
  const rows: GridRow[] = [];
  api.forEachNode(({ data }) => {
    if (data && ids.has(data.id)) rows.push(data);
  });
  return rows.sort((first, second) => first.index - second.index);
}

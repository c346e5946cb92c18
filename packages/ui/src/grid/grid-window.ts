import {
  cellValue,
  type GridColumn,
  type GridQuery,
  type GridRow,
  type GridRowId,
  type GridRowValues,
  type ReadGridWindow,
} from './grid-column.ts';

/** The rows of a window with their ids and places. */
export function namedRows(
  rows: readonly GridRowValues[],
  start: number,
  rowId: GridRowId,
  columns: readonly GridColumn[],
): GridRow[] {
  return rows.map((values, offset) => {
    const index = start + offset;
    const id = typeof rowId === 'function' ? rowId(values, index) : String(cellValue(values, rowId, columns));
    return { id, index, values };
  });
}

interface RowReading {
  read: ReadGridWindow;
  query: GridQuery;
  rowId: GridRowId;
  columns: readonly GridColumn[];
}

const copyWindow = 5000;

/** Reads rows `start` to `end` (not counted) by windows of 5,000; fewer when the result ends before. */
export async function readRows(
  { read, query, rowId, columns }: RowReading,
  start: number,
  end: number,
): Promise<GridRow[]> {
  const rows: GridRow[] = [];
  for (let at = start; at < end; at += copyWindow) {
    const stop = Math.min(end, at + copyWindow);
    // In order, so that one copy never floods the source with requests.
    // oxlint-disable-next-line no-await-in-loop
    const result = await read({ start: at, end: stop, ...query });
    rows.push(...namedRows(result.rows, at, rowId, columns));
    if (stop >= result.rowCount) break;
  }
  return rows;
}

/** Reads through the result until every wanted id is found; in the order of the result. */
export async function readRowsById(
  reading: RowReading,
  ids: ReadonlySet<string>,
  rowCount: number,
): Promise<GridRow[]> {
  const found: GridRow[] = [];
  for (let at = 0; at < rowCount && found.length < ids.size; at += copyWindow) {
    // oxlint-disable-next-line no-await-in-loop
    const rows = await readRows(reading, at, Math.min(rowCount, at + copyWindow));
    found.push(...rows.filter((row) => ids.has(row.id)));
  }
  return found;
}

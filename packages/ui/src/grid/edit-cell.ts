import type { ValueSetterParams } from 'ag-grid-community';
import { parseNumber } from './parse-number.ts';
import { cellValue, withCellValue, type GridCellEdit, type GridColumn, type GridRow } from './grid-column.ts';

/** What the grid says of a cell that has a new value. */
export type EditedCell = Pick<ValueSetterParams<GridRow>, 'api' | 'node' | 'column' | 'data' | 'newValue'>;

/**
 * Shows the new value at once, asks the caller to keep it, and puts the old one back when that is refused. A text that
 * is no number never reaches a column of numbers. Resolves to the refusal, if any.
 * @param row as it was when the edit began: another may stand in its place since someone deleted or added rows
 */
export async function editCell(
  event: EditedCell,
  row: GridRow,
  columns: readonly GridColumn[],
  onCellEdit: (edit: GridCellEdit) => Promise<void>,
  { locale, notANumber }: { locale: string; notANumber: string },
): Promise<unknown> {
  const columnId = event.column.getColId();
  const oldValue = cellValue(row.values, columnId, columns);
  const type = columns.find((column) => column.id === columnId)?.type;
  const typed: unknown =
    event.newValue === undefined || (event.newValue === '' && type !== 'text') ? null : event.newValue;
  const value = type === 'number' && typeof typed === 'string' ? parseNumber(typed, locale) : typed;
  if (value === undefined) return new Error(notANumber.replace('{value}', String(typed)));
  if (Object.is(value, oldValue)) return undefined;
  const put = (next: unknown) => {
    // The row may have been read again meanwhile, or have moved: change the one value in what is there of it now.
    const node = event.api.getRowNode(row.id);
    if (node?.data) node.setData({ ...node.data, values: withCellValue(node.data.values, columnId, next, columns) });
  };
  put(value);
  try {
    await onCellEdit({ rowId: row.id, columnId, value, oldValue });
    return undefined;
  } catch (error) {
    put(oldValue);
    return error ?? new Error('Not saved');
  }
}

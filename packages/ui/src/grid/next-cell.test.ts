import type { NavigateToNextCellParams } from 'ag-grid-community';
import { expect, test } from 'vitest';
import type { GridRow } from './grid-column.ts';
import { nextCell } from './next-cell.ts';

const columns = ['a', 'b', 'c'].map((id) => ({ getColId: () => id }));
const column = (id: string) => columns.find((each) => each.getColId() === id);

/** A key on a cell of the last of ten rows, which the grid counts (9) or does not (null). */
function press(key: string, at: number | null, next: object | null, isRtl = false): unknown {
  const api = {
    getFocusedCell: () => ({ rowIndex: 9, rowPinned: null, column: column('b') }),
    getDisplayedRowCount: () => 10,
    getAllDisplayedColumns: () => columns,
    getColumn: column,
    getGridOption: () => isRtl,
  };
  const asked = { api, key, previousCellPosition: { rowIndex: at, column: column('b') }, nextCellPosition: next };
  return nextCell(asked as never as NavigateToNextCellParams<GridRow>);
}

test('a key on a row that the grid no longer counts leads to its neighbour, not to the header', () => {
  const header = { rowIndex: -1, rowPinned: null, column: column('b') };
  const leads = (key: string, isRtl?: boolean) => press(key, null, header, isRtl);
  expect(leads('ArrowUp')).toEqual({ rowIndex: 8, rowPinned: null, column: column('b') });
  expect(leads('ArrowDown')).toEqual({ rowIndex: 9, rowPinned: null, column: column('b') });
  expect(leads('ArrowRight')).toEqual({ rowIndex: 9, rowPinned: null, column: column('c') });
  expect(leads('ArrowRight', true)).toEqual({ rowIndex: 9, rowPinned: null, column: column('a') });
});

test('elsewhere the grid decides, also on the way to the header and at its edges', () => {
  const header = { rowIndex: -1, rowPinned: null, column: column('b') };
  expect(press('ArrowUp', 0, header)).toBe(header);
  expect(press('ArrowRight', 3, null)).toBeNull();
});

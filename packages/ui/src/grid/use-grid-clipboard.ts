import type { GridApi } from 'ag-grid-community';
import { useEffect, useState } from 'react';
import { useInterface } from '../provider/interface-context.ts';
import { countText } from '../texts.ts';
import { isWide, rangeBounds, type CellRange } from './cell-range.ts';
import { isDataColumn } from './column-definition.ts';
import { copyText } from './copy-cells.ts';
import type { GridColumn, GridQuery, GridRow, GridRowId, ReadGridWindow } from './grid-column.ts';
import { readRows } from './grid-window.ts';
import { parseTsv, pastedCells, type GridPaste } from './paste-cells.ts';
import { shownColumns } from './use-cell-range.ts';

const wordTime = 4000;

/** Copies the marked cells, or the selected rows, and pastes into cells. `word` says for a moment what was copied. */
export function useGridClipboard({
  api,
  columns,
  query,
  rowId,
  getRows,
  rowCount,
  range,
  selectedIds,
}: {
  api: { readonly current: GridApi<GridRow> | null };
  columns: readonly GridColumn[];
  query: { readonly current: GridQuery };
  rowId: GridRowId;
  getRows: ReadGridWindow;
  rowCount: number;
  range: { readonly current: CellRange | null };
  selectedIds: ReadonlySet<string>;
}) {
  const { locale, texts } = useInterface();
  const [word, setWord] = usePassingWord();
  const [isCopying, setIsCopying] = useState(false);
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
      rowCount,
      range: range.current,
      selectedIds,
    }).finally(() => setIsCopying(false));
    if (copied.rows === 0) return;
    await navigator.clipboard.writeText(copied.text);
    setWord(countText(texts.grid, 'copied', copied.rows, locale));
  };
  const paste = async (onPaste: (cells: readonly GridPaste[]) => Promise<void>) => {
    const cell = api.current?.getFocusedCell();
    if (!api.current || !cell || !isDataColumn(cell.column.getColId())) return;
    const pasted = parseTsv(await navigator.clipboard.readText());
    const shown = shownColumns(api.current);
    // One line fills all the rows that are marked.
    const marked = range.current && isWide(range.current) ? rangeBounds(range.current) : null;
    const top = marked?.top ?? cell.rowIndex;
    const bottom = marked && pasted.length === 1 ? marked.bottom + 1 : top + pasted.length;
    const rows = await readRows(
      { read: getRows, query: query.current, rowId, columns },
      top,
      Math.min(bottom, rowCount),
    );
    await onPaste(pastedCells(pasted, rows, shown, marked?.left ?? shown.indexOf(cell.column.getColId()), columns));
  };
  return { copy, paste, isCopying, word };
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

import type { Column, GridApi, ICellEditorParams, IRowNode } from 'ag-grid-community';
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useInterface } from '../provider/interface-context.ts';
import { editCell, type EditedCell } from './edit-cell.ts';
import type { GridCellEdit, GridColumn, GridRow } from './grid-column.ts';

type TakeEdit = ((edit: GridCellEdit) => Promise<void>) | undefined;
type Api = { readonly current: GridApi<GridRow> | null };

/**
 * A page that is left with a cell still open for editing keeps what was typed there, and asks: its way to the server
 * may be longer than the page lives.
 */
function useLeavingCells(api: Api): void {
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
function useLastKeeper(onCellEdit: TakeEdit): RefObject<TakeEdit> {
  const last = useRef(onCellEdit);
  useLayoutEffect(() => {
    if (onCellEdit) last.current = onCellEdit;
  });
  return last;
}

/** An open cell, and its row as it was at first. */
interface BegunEdit {
  node: IRowNode<GridRow>;
  column: Column;
  row: GridRow;
}

/**
 * How cells are edited: `begin` when one is opened, `keep` when it has a new value, `end` when it is closed. An open
 * cell outlives neither its page nor the right to edit. The grid calls `begin` and `keep` while it opens and closes a
 * cell. Its events come later, by timers, and a page that ends in the moment of Enter has none of them.
 */
export function useGridEdits(
  api: Api,
  columns: readonly GridColumn[],
  onCellEdit: TakeEdit,
  report: (error: unknown) => void,
) {
  const { locale, texts } = useInterface();
  const begun = useRef<BegunEdit | null>(null);
  const keeper = useLastKeeper(onCellEdit);
  const isEditable = onCellEdit !== undefined;
  useLeavingCells(api);
  // What stands in an open cell is given to whoever took edits until now, before the grid has columns that cannot be
  // edited.
  useLayoutEffect(() => {
    if (!isEditable && api.current && !api.current.isDestroyed()) api.current.stopEditing();
  }, [api, isEditable]);
  const keep = async (edited: EditedCell): Promise<void> => {
    // A table that cannot be edited any more since the edit began says so by whoever took edits then.
    const take = keeper.current;
    const isOpened = begun.current?.node === edited.node && begun.current.column === edited.column;
    const row = isOpened ? begun.current!.row : edited.data;
    const refusal = take
      ? await editCell(edited, row, columns, take, { locale, notANumber: texts.grid.notANumber })
      : undefined;
    if (refusal !== undefined) report(refusal);
  };
  const begin = useCallback(({ node, column, data, cellStartedEdit }: ICellEditorParams<GridRow>) => {
    // A cell that is drawn anew while it is open may show another row, where someone has deleted or added some.
    if (cellStartedEdit || begun.current?.node !== node || begun.current.column !== column)
      begun.current = { node, column, row: data };
  }, []);
  return {
    begin,
    keep,
    end: () => {
      if (api.current?.getEditingCells().length === 0) begun.current = null;
    },
  };
}

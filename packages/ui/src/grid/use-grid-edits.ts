import type { CellEditRequestEvent, GridApi } from 'ag-grid-community';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useInterface } from '../provider/interface-context.ts';
import { editCell } from './edit-cell.ts';
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

/**
 * How cells are edited: `begin` when one is opened, `keep` when it has a new value. An open cell outlives neither its
 * page nor the right to edit.
 */
export function useGridEdits(
  api: Api,
  columns: readonly GridColumn[],
  onCellEdit: TakeEdit,
  report: (error: unknown) => void,
) {
  const { locale, texts } = useInterface();
  /** The row whose cell is being edited, as it was at first. */
  const begun = useRef<GridRow | undefined>(undefined);
  const keeper = useLastKeeper(onCellEdit);
  const isEditable = onCellEdit !== undefined;
  useLeavingCells(api);
  // What stands in an open cell is given to whoever took edits until now, before the grid has columns that cannot be
  // edited.
  useLayoutEffect(() => {
    if (!isEditable && api.current && !api.current.isDestroyed()) api.current.stopEditing();
  }, [api, isEditable]);
  const keep = async (event: CellEditRequestEvent<GridRow>): Promise<void> => {
    // A table that cannot be edited any more since the edit began says so by whoever took edits then.
    const take = keeper.current;
    const refusal = take
      ? await editCell(event, begun.current ?? event.data, columns, take, { locale, notANumber: texts.grid.notANumber })
      : undefined;
    if (refusal !== undefined) report(refusal);
  };
  return {
    begin: (row: GridRow | undefined) => {
      begun.current = row;
    },
    keep,
  };
}

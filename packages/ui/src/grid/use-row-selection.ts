import type { GridApi } from 'ag-grid-community';
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import type { GridRow } from './grid-column.ts';
import type { GridSelection } from './grid-context.ts';
import { useLatest } from './use-latest.ts';

interface RowSelectionOptions {
  api: RefObject<GridApi<GridRow> | null>;
  selectedIds: ReadonlySet<string>;
  rowCount: number;
  onSelectionChange: ((ids: ReadonlySet<string>) => void) | undefined;
  onSelectAll: (() => void) | undefined;
  /** Takes rows into the selection or out of it, where the caller knows a better way than to be given the whole. */
  onSelectRows?: ((ids: readonly string[], isSelected: boolean) => void) | undefined;
  /** Ids of the rows `start` to `end` (not counted), loaded or not. */
  readIds: (start: number, end: number) => Promise<string[]>;
}

/** Marks the loaded rows that are selected, for AG Grid's row colour and `aria-selected`. */
function paint(api: GridApi<GridRow>, selectedIds: ReadonlySet<string>) {
  api.forEachNode((node) => {
    const wanted = node.id !== undefined && node.data !== undefined && selectedIds.has(node.id);
    if (node.isSelected() !== wanted) node.setSelected(wanted, false, 'api');
  });
}

/** The controlled row selection: ids in the caller's set, nothing kept per row here but for the rows in sight. */
export function useRowSelection({
  api: apiRef,
  selectedIds,
  rowCount,
  onSelectionChange,
  onSelectAll,
  onSelectRows,
  readIds,
}: RowSelectionOptions) {
  const latest = useLatest({ selectedIds, onSelectionChange, onSelectAll, onSelectRows, readIds, rowCount });
  const lastIndex = useRef<number | null>(null);
  const repaint = useCallback(() => {
    if (apiRef.current) paint(apiRef.current, latest.current.selectedIds);
  }, [apiRef, latest]);
  useEffect(repaint, [repaint, selectedIds]);

  const all = selectedIds.size === 0 ? 'none' : selectedIds.size >= rowCount ? 'all' : 'some';
  const selection = useMemo<GridSelection>(() => {
    const toggleRange = async (id: string, index: number) => {
      const from = lastIndex.current ?? index;
      const ids = await latest.current.readIds(Math.min(from, index), Math.max(from, index) + 1);
      const isAdding = !latest.current.selectedIds.has(id);
      if (latest.current.onSelectRows) return latest.current.onSelectRows(ids, isAdding);
      const next = new Set(latest.current.selectedIds);
      for (const each of ids) {
        if (isAdding) next.add(each);
        else next.delete(each);
      }
      latest.current.onSelectionChange?.(next);
    };
    const toggleOne = (id: string) => {
      if (latest.current.onSelectRows) return latest.current.onSelectRows([id], !latest.current.selectedIds.has(id));
      const next = new Set(latest.current.selectedIds);
      if (!next.delete(id)) next.add(id);
      latest.current.onSelectionChange?.(next);
    };
    return {
      selectedIds,
      all,
      toggle: (id, index, isRange) => {
        if (isRange && lastIndex.current !== null) void toggleRange(id, index);
        else toggleOne(id);
        lastIndex.current = index;
      },
      toggleAll:
        all === 'none' && !onSelectAll
          ? undefined
          : () => {
              if (all === 'all' || !latest.current.onSelectAll) latest.current.onSelectionChange?.(new Set());
              else latest.current.onSelectAll();
            },
    };
  }, [selectedIds, all, onSelectAll, latest]);

  return { selection, repaint };
}

import { useRef } from 'react';
import type { TreeNode } from './tree-node.ts';
import type { TreeRows } from './tree-rows.ts';
import { hasPending, idsBetween, noKeys, rangeOf, selectionAfter, type SelectKeys } from './tree-select.ts';

interface TreeSelectionOptions<Node> {
  rows: TreeRows<Node>;
  selected: ReadonlySet<string>;
  multiple: boolean;
  onSelect: (ids: ReadonlySet<string>, node: Node) => void;
  onSelectMany?: (ids: ReadonlySet<string>) => void;
  onActive: (index: number) => void;
}

/**
 * Choosing rows by presses and keys. A range over rows that are still on their way is read first, so that it is whole.
 */
export function useTreeSelection<Node extends TreeNode<Node>>({
  rows,
  selected,
  multiple,
  onSelect,
  onSelectMany,
  onActive,
}: TreeSelectionOptions<Node>) {
  const anchor = useRef<string | null>(null);
  const asked = useRef(0);
  const range = (first: number, last: number, node?: Node) => {
    const tell = (ids: readonly string[]) => {
      if (node) onSelect(new Set(ids), node);
      else onSelectMany?.(new Set(ids));
    };
    const order = (asked.current += 1);
    if (!rows.ids || !hasPending(rows, first, last)) return tell(idsBetween(rows, first, last));
    // Another choice made meanwhile is the later one.
    void rows.ids(first, last).then(
      (ids) => {
        if (order === asked.current) tell(ids);
      },
      () => undefined,
    );
  };
  const at = (index: number, pressed: SelectKeys) => {
    const node = rows.at(index)?.node;
    if (!node || node.isPending) return;
    const keys = multiple ? pressed : noKeys;
    onActive(index);
    const span = rangeOf(rows, index, anchor.current, keys);
    if (span) return range(...span, node);
    asked.current += 1;
    anchor.current = node.id;
    onSelect(selectionAfter(selected, node.id, keys), node);
  };
  return {
    at,
    all: () => {
      if (rows.length > 0) range(0, rows.length - 1);
    },
    /** Shift with an arrow: from where it began to the row that is gone to. */
    extend: (from: number, to: number) => {
      if (anchor.current === null || rows.indexOf(anchor.current) === -1)
        anchor.current = rows.at(from)?.node.id ?? null;
      at(to, { ...noKeys, shiftKey: true });
    },
  };
}

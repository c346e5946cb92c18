import type { TreeRows } from './tree-rows.ts';

export interface SelectKeys {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

export const noKeys: SelectKeys = { shiftKey: false, ctrlKey: false, metaKey: false };

/** First and last row that a press with Shift takes, from the anchor; none without Shift or anchor. */
export function rangeOf<Node>(
  rows: TreeRows<Node>,
  index: number,
  anchorId: string | null,
  keys: SelectKeys,
): [first: number, last: number] | undefined {
  const anchor = keys.shiftKey && anchorId !== null ? rows.indexOf(anchorId) : -1;
  if (anchor === -1) return undefined;
  return anchor < index ? [anchor, index] : [index, anchor];
}

/** Ids of a range of rows that are there; pending rows are left out. */
export function idsBetween<Node extends { id: string; isPending?: boolean }>(
  rows: TreeRows<Node>,
  first: number,
  last: number,
): string[] {
  const ids: string[] = [];
  for (let index = first; index <= last; index += 1) {
    const node = rows.at(index)?.node;
    if (node && !node.isPending) ids.push(node.id);
  }
  return ids;
}

/** Whether a range holds rows that are still on their way. */
export function hasPending<Node extends { isPending?: boolean }>(
  rows: TreeRows<Node>,
  first: number,
  last: number,
): boolean {
  for (let index = first; index <= last; index += 1) if (rows.at(index)?.node.isPending) return true;
  return false;
}

/** The selection after a press on one row: alone, or added or removed (Ctrl, Cmd). */
export function selectionAfter(selected: ReadonlySet<string>, id: string, keys: SelectKeys): ReadonlySet<string> {
  if (!keys.ctrlKey && !keys.metaKey) return new Set([id]);
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

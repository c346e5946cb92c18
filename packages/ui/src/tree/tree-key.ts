import type { TreeNode, TreeRow } from './tree-node.ts';
import type { TreeRows } from './tree-rows.ts';

export type TreeKeyAction = { kind: 'go'; index: number } | { kind: 'expand' | 'collapse'; index: number };

/**
 * What an arrow, Home, End or a page key does at a row, after the tree pattern of the ARIA practices; `direction` swaps
 * left and right.
 */
export function treeKeyAction<Node extends TreeNode<Node>>(
  key: string,
  rows: TreeRows<Node>,
  index: number,
  direction: 'ltr' | 'rtl',
  page = 10,
): TreeKeyAction | undefined {
  const inward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const outward = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  const last = rows.length - 1;
  if (last < 0) return undefined;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: last,
  };
  const goal = steps[key];
  if (goal !== undefined) return { kind: 'go', index: Math.max(0, Math.min(last, goal)) };
  const row = rows.at(index);
  if (!row) return undefined;
  if (key === inward) return inwardAction(rows, row, index);
  if (key === outward) return outwardAction(rows, row, index);
  return undefined;
}

function inwardAction<Node extends TreeNode<Node>>(
  rows: TreeRows<Node>,
  row: TreeRow<Node>,
  index: number,
): TreeKeyAction | undefined {
  if (!row.isExpandable) return undefined;
  if (!row.isExpanded) return { kind: 'expand', index };
  return rows.at(index + 1)?.parentId === row.node.id ? { kind: 'go', index: index + 1 } : undefined;
}

function outwardAction<Node extends TreeNode<Node>>(
  rows: TreeRows<Node>,
  row: TreeRow<Node>,
  index: number,
): TreeKeyAction | undefined {
  if (row.isExpanded) return { kind: 'collapse', index };
  const parent = row.parentId === null ? -1 : rows.indexOf(row.parentId);
  return parent === -1 ? undefined : { kind: 'go', index: parent };
}

/** The next row after `index` whose name begins with what was typed; repeating one letter walks through its matches. */
export function findByTyping<Node extends TreeNode<Node>>(
  rows: TreeRows<Node>,
  index: number,
  typed: string,
): number | undefined {
  const isOneLetter = new Set(typed).size === 1;
  const wanted = (isOneLetter ? (typed[0] as string) : typed).toLocaleLowerCase();
  const first = isOneLetter ? index + 1 : index;
  for (let step = 0; step < rows.length; step += 1) {
    const at = (Math.max(0, first) + step) % rows.length;
    if (rows.at(at)?.node.name.toLocaleLowerCase().startsWith(wanted)) return at;
  }
  return undefined;
}

import { fillText, type UiTexts } from '../texts.ts';
import type { MenuEntry } from '../overlay/menu-item.ts';
import type { DropPosition, TreeNode, TreeRow } from './tree-node.ts';
import { rowOf, type TreeRows } from './tree-rows.ts';

export type CanDrop<Node> = (node: Node, target: Node, position: DropPosition) => boolean;
export type Move = (id: string, targetId: string, position: DropPosition) => void;

/** Whether `targetId` is `id` itself or lies under it, which no drop may ask for. */
export function isWithin<Node extends TreeNode<Node>>(rows: TreeRows<Node>, id: string, targetId: string): boolean {
  for (let at: string | null | undefined = targetId; at != null; at = rowOf(rows, at)?.parentId) {
    if (at === id) return true;
  }
  return false;
}

/** The row before (`step` -1) or after (1) with the same parent. */
function neighbour<Node extends TreeNode<Node>>(
  rows: TreeRows<Node>,
  row: TreeRow<Node>,
  step: 1 | -1,
): TreeRow<Node> | undefined {
  for (let index = rows.indexOf(row.node.id) + step; ; index += step) {
    const other = rows.at(index);
    if (index < 0 || !other || other.depth < row.depth) return undefined;
    if (other.depth === row.depth) return other;
  }
}

interface Candidate<Node> {
  target: Node;
  position: DropPosition;
}

function candidates<Node extends TreeNode<Node>>(rows: TreeRows<Node>, row: TreeRow<Node>): Candidate<Node>[] {
  const previous = neighbour(rows, row, -1);
  const next = neighbour(rows, row, 1);
  const parent = rowOf(rows, row.parentId);
  const found: Candidate<Node>[] = [];
  if (previous) found.push({ target: previous.node, position: 'before' });
  if (next) found.push({ target: next.node, position: 'after' });
  if (previous?.isExpandable) found.push({ target: previous.node, position: 'inside' });
  if (next?.isExpandable) found.push({ target: next.node, position: 'inside' });
  if (parent) found.push({ target: parent.node, position: 'after' });
  return found;
}

const textOf = { before: 'moveBefore', after: 'moveAfter', inside: 'moveInside' } as const;

/** The menu rows that do by keyboard what dragging does: up, down, into a neighbour, out of the parent. */
export function moveEntries<Node extends TreeNode<Node>>(
  rows: TreeRows<Node>,
  row: TreeRow<Node>,
  texts: UiTexts['tree'],
  canDrop: CanDrop<Node>,
  onMove: Move,
): MenuEntry[] {
  const items = candidates(rows, row)
    .filter(({ target, position }) => canDrop(row.node, target, position))
    .map(({ target, position }) => ({
      key: `${position}-${target.id}`,
      label: fillText(texts[textOf[position]], { name: target.name }),
      onSelect: () => onMove(row.node.id, target.id, position),
    }));
  return items.length === 0 ? [] : [{ key: 'tree-move', label: texts.move, items }];
}

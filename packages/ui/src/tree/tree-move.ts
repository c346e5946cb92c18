import { fillText, type UiTexts } from '../texts.ts';
import type { MenuEntry } from '../overlay/menu-item.ts';
import type { DropPosition, TreeNode, TreeRow } from './tree-node.ts';

export type CanDrop<Node> = (node: Node, target: Node, position: DropPosition) => boolean;
export type Move = (id: string, targetId: string, position: DropPosition) => void;

/** Whether `targetId` is `id` itself or lies under it, which no drop may ask for. */
export function isWithin<Node extends TreeNode<Node>>(rows: readonly TreeRow<Node>[], id: string, targetId: string): boolean {
  const parents = new Map(rows.map((row) => [row.node.id, row.parentId]));
  for (let at: string | null | undefined = targetId; at != null; at = parents.get(at)) {
    if (at === id) return true;
  }
  return false;
}

interface Candidate<Node> { target: Node; position: DropPosition }

function candidates<Node extends TreeNode<Node>>(rows: readonly TreeRow<Node>[], row: TreeRow<Node>): Candidate<Node>[] {
  const siblings = rows.filter((other) => other.parentId === row.parentId);
  const at = siblings.indexOf(row);
  const previous = siblings[at - 1];
  const next = siblings[at + 1];
  const parent = rows.find((other) => other.node.id === row.parentId);
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
export function moveEntries<Node extends TreeNode<Node>>(rows: readonly TreeRow<Node>[], row: TreeRow<Node>, texts: UiTexts['tree'], canDrop: CanDrop<Node>, onMove: Move): MenuEntry[] {
  const items = candidates(rows, row)
    .filter(({ target, position }) => canDrop(row.node, target, position))
    .map(({ target, position }) => ({
      key: `${position}-${target.id}`,
      label: fillText(texts[textOf[position]], { name: target.name }),
      onSelect: () => onMove(row.node.id, target.id, position),
    }));
  return items.length === 0 ? [] : [{ key: 'tree-move', label: texts.move, items }];
}

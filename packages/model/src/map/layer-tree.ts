import { limit } from '../limit.ts';

/** Parent of the nodes at the top of the tree (MAP-069). */
export const rootParent = '0';

export type LayerNodeType = 'Group' | 'Layer';

/**
 * Place of one group or layer in the tree, as it travels (MAP-070). `order` counts among siblings, `level` is 1 at the
 * top.
 */
export interface HierarchyEntry {
  id: string;
  text: string;
  type: LayerNodeType;
  parent_id: string;
  level: number;
  order: number;
  visible: boolean;
}

/** A whole layer tree by id. Functions here give a new one and leave theirs alone. */
export type Hierarchy<Entry extends HierarchyEntry = HierarchyEntry> = Readonly<Record<string, Entry>>;

/** Why a tree may not be as it is asked for. */
export type HierarchyProblem =
  | { kind: 'too-deep'; id: string }
  | { kind: 'no-such-group'; id: string; parentId: string }
  | { kind: 'circle'; id: string };

/** Children of a group, or of the root, in order; equal orders stand by id, so that all see the same. */
export function childrenOf<Entry extends HierarchyEntry>(hierarchy: Hierarchy<Entry>, parentId: string): Entry[] {
  return inOrder(Object.values(hierarchy).filter((entry) => entry.parent_id === parentId));
}

/** All below a node, parents before their children, in the order of the tree. `rootParent` gives the whole tree. */
export function descendantsOf<Entry extends HierarchyEntry>(hierarchy: Hierarchy<Entry>, id: string): Entry[] {
  return childrenOf(hierarchy, id).flatMap((child) => [child, ...descendantsOf(hierarchy, child.id)]);
}

/** Levels below a node: 0 for a layer and for an empty group. */
export function depthOf(hierarchy: Hierarchy, id: string): number {
  const children = childrenOf(hierarchy, id);
  return children.length === 0 ? 0 : 1 + Math.max(...children.map((child) => depthOf(hierarchy, child.id)));
}

/** Level of a node, 1 at the top; 0 for the root itself and for what is not there. */
export function levelOf(hierarchy: Hierarchy, id: string): number {
  return hierarchy[id]?.level ?? 0;
}

/**
 * Whether a node may go below a group or the root: refused when its depth and the target's level make 4 or more
 * (MAP-072).
 */
export function canMove(hierarchy: Hierarchy, id: string, parentId: string): boolean {
  if (id === parentId || descendantsOf(hierarchy, id).some((each) => each.id === parentId)) return false;
  if (parentId !== rootParent && hierarchy[parentId]?.type !== 'Group') return false;
  return depthOf(hierarchy, id) + levelOf(hierarchy, parentId) < limit.layerLevels;
}

/**
 * Moves a node to place `index` among the children of `parentId`, counted without the node itself. Its descendants go
 * with it and their levels shift (MAP-076). Dropped where it lies, the very same tree comes back (MAP-075).
 * @throws RangeError where `canMove` says no.
 */
export function moveNode<Entry extends HierarchyEntry>(
  hierarchy: Hierarchy<Entry>,
  id: string,
  parentId: string,
  index: number,
): Hierarchy<Entry> {
  const node = hierarchy[id];
  if (!node || !canMove(hierarchy, id, parentId)) throw new RangeError(`Node ${id} cannot move below ${parentId}`);
  const siblings = childrenOf(hierarchy, parentId).filter((each) => each.id !== id);
  const at = Math.max(0, Math.min(index, siblings.length));
  if (node.parent_id === parentId && childrenOf(hierarchy, parentId).indexOf(node) === at) return hierarchy;
  const shift = levelOf(hierarchy, parentId) + 1 - node.level;
  const moved: Record<string, Entry> = { ...hierarchy };
  for (const below of descendantsOf(hierarchy, id)) moved[below.id] = { ...below, level: below.level + shift };
  siblings.splice(at, 0, { ...node, parent_id: parentId, level: node.level + shift });
  siblings.forEach((each, order) => {
    moved[each.id] = { ...each, order };
  });
  return moved;
}

/** Entries of `next` that differ from `before`: what is to be sent after a change (MAP-077). */
export function changedEntries<Entry extends HierarchyEntry>(
  before: Hierarchy<Entry>,
  next: Hierarchy<Entry>,
): Hierarchy<Entry> {
  const keys = ['text', 'parent_id', 'level', 'order', 'visible'] as const;
  return Object.fromEntries(
    Object.entries(next).filter(([id, entry]) => {
      const old = before[id];
      return old !== entry && (!old || keys.some((key) => old[key] !== entry[key]));
    }),
  );
}

/** Visibility of a group by the layers below it; a group without layers shows its own flag (MAP-074). */
export function groupVisibility(hierarchy: Hierarchy, id: string): 'all' | 'some' | 'none' {
  const layers = descendantsOf(hierarchy, id).filter(({ type }) => type === 'Layer');
  if (layers.length === 0) return hierarchy[id]?.visible === false ? 'none' : 'all';
  const shown = layers.filter(({ visible }) => visible).length;
  return shown === 0 ? 'none' : shown === layers.length ? 'all' : 'some';
}

/** Shows or hides nodes with all below them. */
export function setVisible<Entry extends HierarchyEntry>(
  hierarchy: Hierarchy<Entry>,
  ids: readonly string[],
  visible: boolean,
): Hierarchy<Entry> {
  const changed: Record<string, Entry> = { ...hierarchy };
  for (const id of ids) {
    for (const entry of [hierarchy[id], ...descendantsOf(hierarchy, id)])
      if (entry) changed[entry.id] = { ...entry, visible };
  }
  return changed;
}

/**
 * A tree with levels and orders as its parents and the given orders say (order 0, 1, 2 … among siblings), or what is
 * wrong with it: a parent that is not a group of the tree, a circle, or more than 4 levels (MAP-071).
 */
export function arrangeHierarchy<Entry extends HierarchyEntry>(
  hierarchy: Hierarchy<Entry>,
): { hierarchy: Hierarchy<Entry> } | { problem: HierarchyProblem } {
  for (const { id, parent_id: parentId } of Object.values(hierarchy)) {
    if (parentId !== rootParent && hierarchy[parentId]?.type !== 'Group')
      return { problem: { kind: 'no-such-group', id, parentId } };
  }
  const byParent = new Map<string, Entry[]>();
  for (const entry of Object.values(hierarchy)) {
    const siblings = byParent.get(entry.parent_id);
    if (siblings) siblings.push(entry);
    else byParent.set(entry.parent_id, [entry]);
  }
  const arranged: Record<string, Entry> = {};
  let parents = [rootParent];
  for (let level = 1; parents.length > 0; level++) {
    const placed = parents.flatMap((parentId) =>
      inOrder(byParent.get(parentId) ?? []).map((entry, order) => ({ ...entry, level, order })),
    );
    if (level > limit.layerLevels && placed[0]) return { problem: { kind: 'too-deep', id: placed[0].id } };
    for (const entry of placed) arranged[entry.id] = entry;
    parents = placed.map(({ id }) => id);
  }
  // What cannot be reached from the root hangs in a circle.
  const lost = Object.keys(hierarchy).find((id) => !arranged[id]);
  return lost === undefined ? { hierarchy: arranged } : { problem: { kind: 'circle', id: lost } };
}

function inOrder<Entry extends HierarchyEntry>(siblings: readonly Entry[]): Entry[] {
  return [...siblings].sort((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1));
}

import { describe, expect, it } from 'vitest';
import {
  arrangeHierarchy,
  canMove,
  changedEntries,
  childrenOf,
  depthOf,
  descendantsOf,
  groupVisibility,
  moveNode,
  rootParent,
  setVisible,
  type Hierarchy,
  type HierarchyEntry,
} from './layer-tree.ts';

/** A tree from lines of "id<parent", groups in upper case; orders as written. */
function tree(...nodes: string[]): Hierarchy {
  const orders = new Map<string, number>();
  const entries = nodes.map((node): HierarchyEntry => {
    const [id = '', parent = rootParent] = node.split('<');
    const order = orders.get(parent) ?? 0;
    orders.set(parent, order + 1);
    return {
      id,
      text: id,
      type: id === id.toUpperCase() ? 'Group' : 'Layer',
      parent_id: parent,
      level: 0,
      order,
      visible: true,
    };
  });
  const arranged = arrangeHierarchy(Object.fromEntries(entries.map((entry) => [entry.id, entry])));
  if ('problem' in arranged) throw new Error(arranged.problem.kind);
  return arranged.hierarchy;
}

const shape = (hierarchy: Hierarchy) => descendantsOf(hierarchy, rootParent).map(({ id, level }) => `${level} ${id}`);
const nested = tree('A', 'B<A', 'C<B', 'x<C', 'y');

describe('layer tree', () => {
  it('[MAP-069] [MAP-070] counts levels from 1 and depths from 0', () => {
    expect(shape(nested)).toEqual(['1 A', '2 B', '3 C', '4 x', '1 y']);
    expect(['A', 'B', 'C', 'x', 'y'].map((id) => depthOf(nested, id))).toEqual([3, 2, 1, 0, 0]);
  });

  it('[MAP-072] refuses a move when depth of the source and level of the target make 4 or more', () => {
    expect(canMove(nested, 'y', 'C')).toBe(true);
    expect(canMove(tree('A', 'B<A', 'C<B', 'D<C', 'y'), 'y', 'D')).toBe(false);
    const two = tree('A', 'B<A', 'P', 'q<P', 'O', 'N<O', 'm<N');
    expect(canMove(two, 'P', 'B')).toBe(true);
    expect(canMove(two, 'O', 'B')).toBe(false);
    expect(canMove(two, 'O', 'A')).toBe(true);
    expect(canMove(nested, 'A', rootParent)).toBe(true);
  });

  it('[MAP-072] lets nothing move into itself, below itself, into a layer, or into what is not there', () => {
    for (const target of ['A', 'B', 'C', 'x', 'y', 'Z']) expect(canMove(nested, 'A', target), target).toBe(false);
    expect(() => moveNode(nested, 'A', 'C', 0)).toThrow(RangeError);
  });

  it('[MAP-075] gives the very same tree for a drop on the same spot', () => {
    const flat = tree('a', 'b', 'c');
    expect(moveNode(flat, 'b', rootParent, 1)).toBe(flat);
    expect(moveNode(flat, 'c', rootParent, 99)).toBe(flat);
    expect(moveNode(flat, 'b', rootParent, 0)).not.toBe(flat);
  });

  it('[MAP-076] moves a group with its descendants and shifts their levels', () => {
    const moved = moveNode(nested, 'B', rootParent, 1);
    expect(shape(moved)).toEqual(['1 A', '1 B', '2 C', '3 x', '1 y']);
    expect(shape(nested)).toEqual(['1 A', '2 B', '3 C', '4 x', '1 y']);
    expect(shape(moveNode(moved, 'B', 'A', 0))).toEqual(shape(nested));
  });

  it('[MAP-077] tells which entries a change touched', () => {
    const flat = tree('a', 'b', 'c');
    expect(Object.keys(changedEntries(flat, moveNode(flat, 'c', rootParent, 1))).sort()).toEqual(['b', 'c']);
    expect(changedEntries(flat, flat)).toEqual({});
  });

  it('[MAP-074] shows a group as all, some or none of the layers below it', () => {
    const hierarchy = tree('A', 'B<A', 'x<B', 'y<A', 'E');
    expect(groupVisibility(hierarchy, 'A')).toBe('all');
    const some = setVisible(hierarchy, ['B'], false);
    expect(['A', 'B'].map((id) => groupVisibility(some, id))).toEqual(['some', 'none']);
    const none = setVisible(hierarchy, ['A'], false);
    expect(['A', 'B', 'E'].map((id) => groupVisibility(none, id))).toEqual(['none', 'none', 'all']);
    expect(groupVisibility(setVisible(none, ['A'], true), 'A')).toBe('all');
  });

  it('[MAP-071] names what is wrong with a tree, and works out levels and orders whatever was said', () => {
    const entry = (id: string, parentId: string, order = 0): HierarchyEntry => ({
      ...nested['A']!,
      id,
      parent_id: parentId,
      level: 7,
      order,
    });
    const arrange = (...entries: HierarchyEntry[]) =>
      arrangeHierarchy(Object.fromEntries(entries.map((each) => [each.id, each])));
    expect(arrange(entry('A', 'B'), entry('B', 'A'))).toEqual({ problem: { kind: 'circle', id: 'A' } });
    expect(arrange(entry('A', 'Q'))).toEqual({ problem: { kind: 'no-such-group', id: 'A', parentId: 'Q' } });
    expect(arrange(entry('A', '0'), entry('B', 'A'), entry('C', 'B'), entry('D', 'C'), entry('E', 'D'))).toEqual({
      problem: { kind: 'too-deep', id: 'E' },
    });
    const arranged = arrange(entry('A', '0', 9), entry('B', '0', -3), entry('C', '0', 9));
    if ('problem' in arranged) throw new Error(arranged.problem.kind);
    expect(childrenOf(arranged.hierarchy, rootParent).map(({ id, level, order }) => [id, level, order])).toEqual([
      ['B', 1, 0],
      ['A', 1, 1],
      ['C', 1, 2],
    ]);
  });
});

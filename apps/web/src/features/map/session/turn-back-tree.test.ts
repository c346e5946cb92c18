import { moveNode, rootParent, setVisible, type Hierarchy, type HierarchyEntry } from '@groma/model';
import { expect, test } from 'vitest';
import { treeBefore, withTreeBefore } from './turn-back-tree.ts';

const entry = (
  id: string,
  parent: string,
  order: number,
  level: number,
  type: 'Group' | 'Layer' = 'Layer',
): HierarchyEntry => ({ id, text: id, type, parent_id: parent, level, order, visible: true });
const tree: Hierarchy = Object.fromEntries(
  [
    entry('g', rootParent, 0, 1, 'Group'),
    entry('a', 'g', 0, 2),
    entry('b', rootParent, 1, 1),
    entry('c', rootParent, 2, 1),
  ].map((each) => [each.id, each]),
);

test('[MAP-077] a move is undone by the fields it changed, and a name that another gave meanwhile stays', () => {
  const moved = moveNode(tree, 'c', 'g', 0);
  const renamed = { ...moved, c: { ...moved['c']!, text: 'renamed' } };
  const back = withTreeBefore(renamed, treeBefore(tree, moved))!;
  expect(back['c']).toEqual({ ...tree['c'], text: 'renamed' });
  expect(back['a']).toEqual(tree['a']);
});

test('[MAP-140] hiding is undone for those that were seen, and what is gone is left out', () => {
  const hidden = setVisible(tree, ['g'], false);
  const { b: _gone, ...rest } = hidden;
  expect(withTreeBefore(rest, treeBefore(tree, hidden))!['a']!.visible).toBe(true);
  const { g: _group, a: _inside, ...without } = tree;
  const outside = { ...without, a: { ...tree['a']!, parent_id: rootParent } };
  expect(withTreeBefore(outside, { a: { parent_id: 'g' } })).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { flattenTree } from './flatten-tree.ts';
import { findByTyping, treeKeyAction } from './tree-key.ts';
import { isWithin, moveEntries } from './tree-move.ts';
import { dropPosition } from './use-tree-drag.ts';
import type { TreeNode } from './tree-node.ts';
import { rowsOfList } from './tree-rows.ts';
import { hasPending, idsBetween, rangeOf, selectionAfter } from './tree-select.ts';
import { englishTexts } from '../texts.ts';

interface Node extends TreeNode<Node> {
  kind?: string;
}

const nodes: Node[] = [
  {
    id: 'a',
    name: 'Alps',
    children: [
      { id: 'a1', name: 'Aare' },
      { id: 'a2', name: 'Adda', children: [{ id: 'a21', name: 'Mera' }] },
    ],
  },
  { id: 'b', name: 'Balkan', isExpandable: true },
  { id: 'c', name: 'Carpathians' },
];
const list = flattenTree(nodes, new Set(['a', 'b']));
const rows = rowsOfList(list);
const ids = (given: readonly { node: Node }[]) => given.map((row) => row.node.id);
const plain = { shiftKey: false, ctrlKey: false, metaKey: false };

describe('flattening', () => {
  it('draws only the children of expanded nodes, with depth, parent and place', () => {
    expect(ids(list)).toEqual(['a', 'a1', 'a2', 'b', 'c']);
    expect(list[2]).toMatchObject({
      depth: 1,
      parentId: 'a',
      position: 2,
      siblings: 2,
      isExpandable: true,
      isExpanded: false,
    });
  });

  it('counts a node as expandable before its children are read', () => {
    expect(list[3]).toMatchObject({ isExpandable: true, isExpanded: true });
    expect(list[4]).toMatchObject({ isExpandable: false, isExpanded: false });
  });
});

describe('keys', () => {
  it('opens a closed node inward and then goes to its first child', () => {
    expect(treeKeyAction('ArrowRight', rows, 2, 'ltr')).toEqual({ kind: 'expand', index: 2 });
    expect(treeKeyAction('ArrowRight', rows, 0, 'ltr')).toEqual({ kind: 'go', index: 1 });
    expect(treeKeyAction('ArrowRight', rows, 3, 'ltr')).toBeUndefined();
  });

  it('closes an open node outward and goes to the parent from a leaf', () => {
    expect(treeKeyAction('ArrowLeft', rows, 0, 'ltr')).toEqual({ kind: 'collapse', index: 0 });
    expect(treeKeyAction('ArrowLeft', rows, 1, 'ltr')).toEqual({ kind: 'go', index: 0 });
  });

  it('swaps left and right from right to left', () => {
    expect(treeKeyAction('ArrowLeft', rows, 2, 'rtl')).toEqual({ kind: 'expand', index: 2 });
  });

  it('stops at both ends', () => {
    expect(treeKeyAction('ArrowUp', rows, 0, 'ltr')).toEqual({ kind: 'go', index: 0 });
    expect(treeKeyAction('ArrowDown', rows, 4, 'ltr')).toEqual({ kind: 'go', index: 4 });
    expect(treeKeyAction('Home', rowsOfList<Node>([]), 0, 'ltr')).toBeUndefined();
  });

  it('finds by typed letters, walking on when one letter is repeated', () => {
    expect(findByTyping(rows, 0, 'a')).toBe(1);
    expect(findByTyping(rows, 1, 'aa')).toBe(2);
    expect(findByTyping(rows, 0, 'car')).toBe(4);
    expect(findByTyping(rows, 0, 'x')).toBeUndefined();
  });
});

describe('selection', () => {
  it('takes one row alone, and adds or removes it with Ctrl', () => {
    expect(selectionAfter(new Set(['c']), 'a1', plain)).toEqual(new Set(['a1']));
    expect(selectionAfter(new Set(['c']), 'a1', { ...plain, ctrlKey: true })).toEqual(new Set(['c', 'a1']));
    expect(selectionAfter(new Set(['c', 'a1']), 'a1', { ...plain, metaKey: true })).toEqual(new Set(['c']));
  });

  it('takes the range from the anchor with Shift, whichever comes first', () => {
    expect(rangeOf(rows, 1, 'b', { ...plain, shiftKey: true })).toEqual([1, 3]);
    expect(rangeOf(rows, 3, 'a1', { ...plain, shiftKey: true })).toEqual([1, 3]);
    expect(rangeOf(rows, 1, 'b', plain)).toBeUndefined();
    expect(idsBetween(rows, 1, 3)).toEqual(['a1', 'a2', 'b']);
  });

  it('knows rows that are still on their way', () => {
    const half = rowsOfList(
      flattenTree<Node>(
        [
          { id: 'x', name: 'X' },
          { id: 'y', name: '', isPending: true },
        ],
        new Set(),
      ),
    );
    expect([hasPending(half, 0, 0), hasPending(half, 0, 1), idsBetween(half, 0, 1)]).toEqual([false, true, ['x']]);
  });
});

describe('moving', () => {
  it('refuses a target inside what is moved', () => {
    expect(isWithin(rows, 'a', 'a2')).toBe(true);
    expect(isWithin(rows, 'a2', 'a')).toBe(false);
  });

  it('offers by menu up, down, into a neighbour and out of the parent', () => {
    const moved: unknown[] = [];
    const entry = moveEntries(
      rows,
      list[1]!,
      englishTexts.tree,
      () => true,
      (...move) => moved.push(move),
    )[0];
    const items = entry && 'items' in entry ? (entry.items ?? []) : [];
    expect(items.map((item) => 'label' in item && item.label)).toEqual(['After “Adda”', 'Into “Adda”', 'After “Alps”']);
    for (const item of items) if (!('kind' in item)) item.onSelect?.();
    expect(moved).toEqual([
      ['a1', 'a2', 'after'],
      ['a1', 'a2', 'inside'],
      ['a1', 'a', 'after'],
    ]);
  });

  it('offers nothing where nothing may be dropped', () => {
    expect(
      moveEntries(
        rows,
        list[1]!,
        englishTexts.tree,
        () => false,
        () => {},
      ),
    ).toEqual([]);
  });

  it('reads the place of a drop from the quarter of the row', () => {
    expect([2, 14, 26].map((offset) => dropPosition(offset, 28, true))).toEqual(['before', 'inside', 'after']);
    expect([13, 15].map((offset) => dropPosition(offset, 28, false))).toEqual(['before', 'after']);
  });
});

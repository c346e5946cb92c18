import { cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { GromaProvider } from '../provider/groma-provider.tsx';
import { flattenTree } from './flatten-tree.ts';
import { rowsOfList, type TreeRows } from './tree-rows.ts';
import { TreeView, type TreeViewProps } from './tree-view.tsx';
import type { TreeNode } from './tree-node.ts';

interface Node extends TreeNode<Node> {
  id: string;
  name: string;
}

const count = 100_000;
const idOf = (index: number) => `n${index}`;

/** Rows of which only the first ten were read. */
const long: TreeRows<Node> = {
  length: count,
  at: (index) =>
    index < 0 || index >= count
      ? undefined
      : {
          node: { id: idOf(index), name: index < 10 ? `row ${index}` : '', isPending: index >= 10 },
          depth: 0,
          parentId: null,
          position: index + 1,
          siblings: count,
          isExpandable: false,
          isExpanded: false,
        },
  indexOf: (id) => Number(id.slice(1)),
  ids: (first, last) => Promise.resolve(Array.from({ length: last - first + 1 }, (_, index) => idOf(first + index))),
};
const nested: Node[] = [
  { id: 'a', name: 'folder', children: [{ id: 'a1', name: 'inside' }] },
  { id: 'b', name: 'beside' },
];

function draw(props: Partial<TreeViewProps<Node>>) {
  const chosen: ReadonlySet<string>[] = [];
  render(
    <GromaProvider colorScheme="light">
      <TreeView<Node>
        label="Things"
        expanded={new Set(['a'])}
        onToggle={() => undefined}
        selected={new Set()}
        multiple
        onSelect={(ids) => chosen.push(ids)}
        onSelectMany={(ids) => chosen.push(ids)}
        {...props}
      />
    </GromaProvider>,
  );
  return { chosen, tree: screen.getByRole('tree', { name: 'Things' }) };
}

describe('tree of very many rows', () => {
  afterEach(cleanup);

  it('draws what is in sight, at the height of all, and says what it draws', () => {
    const ranges: [number, number][] = [];
    const { tree } = draw({ rows: long, onRange: (first, last) => ranges.push([first, last]) });
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
    expect((tree.firstElementChild as HTMLElement).style.height).toBe(`${count * 28}px`);
    expect(ranges.at(-1)?.[0]).toBe(0);
    expect(screen.getByRole('treeitem', { name: 'row 0' }).getAttribute('aria-setsize')).toBe(String(count));
  });

  it('takes all rows with Ctrl+A, also those that are still on their way', async () => {
    const { tree, chosen } = draw({ rows: long });
    fireEvent.keyDown(tree, { key: 'a', ctrlKey: true });
    await waitFor(() => expect(chosen.at(-1)?.size).toBe(count));
  });

  it('activates the row that was gone to by Enter, as a click does', () => {
    const opened: string[] = [];
    const { tree } = draw({
      rows: long,
      onActivate: ({ id }) => {
        opened.push(id);
      },
    });
    fireEvent.keyDown(tree, { key: 'ArrowDown' });
    fireEvent.keyDown(tree, { key: 'ArrowDown' });
    fireEvent.keyDown(tree, { key: 'Enter' });
    expect(opened).toEqual(['n2']);
  });

  it('activates a row by one click, once by two; not where Ctrl or Shift chooses, nor where two are asked for', () => {
    const opened: string[] = [];
    draw({
      rows: long,
      activateOn: ({ id }) => (id === 'n3' ? 'double-click' : 'click'),
      onActivate: ({ id }) => {
        opened.push(id);
      },
    });
    const press = (name: string, ...clicks: MouseEventInit[]) => {
      for (const init of clicks) fireEvent.click(screen.getByRole('treeitem', { name }), init);
    };
    press('row 1', { detail: 1 });
    press('row 2', { detail: 1 }, { detail: 2 });
    press('row 4', { detail: 1, ctrlKey: true }, { detail: 1, shiftKey: true });
    press('row 3', { detail: 1 }, { detail: 2 });
    expect(opened).toEqual(['n1', 'n2']);
    fireEvent.doubleClick(screen.getByRole('treeitem', { name: 'row 3' }));
    expect(opened).toEqual(['n1', 'n2', 'n3']);
  });

  it('takes a range by Shift and the arrows', () => {
    const { tree, chosen } = draw({ rows: long });
    fireEvent.click(screen.getByRole('treeitem', { name: 'row 2' }));
    fireEvent.keyDown(tree, { key: 'ArrowDown', shiftKey: true });
    expect([...(chosen.at(-1) ?? [])]).toEqual(['n2', 'n3']);
  });
});

describe('tree whose order is not the person’s', () => {
  afterEach(cleanup);

  it('gives what is dropped on a row to the row that holds it, and what is dropped beside all to the ground', () => {
    const drops: (string | null)[] = [];
    const { tree } = draw({
      rows: rowsOfList(flattenTree(nested, new Set(['a']))),
      onDropInto: (_data, target) => drops.push(target?.id ?? null),
      canDropInto: () => true,
    });
    const drop = (element: HTMLElement) => {
      const event = createEvent.drop(element);
      Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], dropEffect: 'none' } });
      fireEvent(element, event);
    };
    drop(screen.getByRole('treeitem', { name: 'folder' }));
    drop(screen.getByRole('treeitem', { name: 'inside' }));
    drop(screen.getByRole('treeitem', { name: 'beside' }));
    drop(tree);
    expect(drops).toEqual(['a', 'a', null, null]);
  });
});

import { BlockNoteEditor } from '@blocknote/core';
import {
  cellCode,
  cellOf,
  createNotebookDocument,
  notebookFragment,
  readBlocks,
  readCell,
  type NewBlock,
} from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { CellHosts } from './cell/cell-hosts.ts';
import { CellViews } from './block/cell-views.ts';
import { blockUndo } from './block/block-undo.ts';
import { markedBlocks } from './block/marked-blocks.ts';
import { changeCode } from './block/one-step.ts';
import { NotebookContext, type Notebook } from './block/notebook-context.ts';
import type { NotebookEditor } from './block/notebook-editor.ts';
import { CommandMode } from './command/command-mode.tsx';
import { splitCode } from './command/block-actions.ts';
import { FirstBlocks } from './editor/first-blocks.ts';
import { keepCodeOwn } from './editor/own-cells.ts';
import { createNotebookSchema } from './assemble-schema.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  cleanup();
  for (const end of ends.splice(0)) end();
  document.body.innerHTML = '';
});

const text = (words: string): NewBlock => ({
  type: 'paragraph',
  content: [{ type: 'text', text: words, styles: {} }],
});
const code = (id: string, source: string): NewBlock => ({
  type: 'codeCell',
  props: { codeId: id },
  cell: { code: source },
});

/** A notebook in the page as a panel has it, in command mode at a block. */
function open(blocks: NewBlock[], at = 0, isEditable = true) {
  const doc = new Y.Doc();
  createNotebookDocument(doc, blocks);
  const first = new FirstBlocks({
    fragment: notebookFragment(doc),
    provider: undefined as never,
    user: { id: 'u', name: 'u', color: '#000' },
  });
  const editor = BlockNoteEditor.create({
    schema: createNotebookSchema(doc, new CellHosts(doc)),
    trailingBlock: false,
    disableExtensions: ['history', 'gapCursor'],
    initialContent: [{ type: 'paragraph', id: 'initialBlockId' }],
    extensions: [markedBlocks, first.extension],
  }) as unknown as NotebookEditor;
  first.show(editor as never);
  const panel = document.body.appendChild(document.createElement('div'));
  panel.className = 'notebook';
  editor.mount(panel.appendChild(document.createElement('div')));
  blockUndo(editor);
  const stop = keepCodeOwn(editor, doc);
  ends.push(stop, () => editor.unmount());
  const run = vi.fn<Notebook['run']>(() => Promise.resolve(true));
  const runAll = vi.fn<Notebook['runAll']>(() => Promise.resolve(true));
  const stopBlock = vi.fn<Notebook['stop']>();
  const notebook = {
    id: 'n',
    doc,
    isEditable,
    views: new CellViews(),
    run,
    runAll,
    stop: stopBlock,
  } as Partial<Notebook>;
  render(
    <GromaProvider>
      <NotebookContext value={notebook as Notebook}>
        <CommandMode editor={editor} />
      </NotebookContext>
    </GromaProvider>,
    { container: panel.appendChild(document.createElement('div')) },
  );
  const holder = screen.getByRole('group');
  act(() => {
    editor.setTextCursorPosition(editor.document[at]!.id);
    fireEvent.keyDown(editor.domElement!, { key: 'Escape' });
  });
  const press = (...keys: string[]) => {
    for (const each of keys) {
      const parts = each.split('+');
      const key = parts.pop()!;
      act(() => {
        fireEvent.keyDown(holder, {
          key,
          shiftKey: parts.includes('Shift'),
          ctrlKey: parts.includes('Ctrl'),
          altKey: parts.includes('Alt'),
        });
      });
    }
  };
  /** Each block with its text or code. */
  const shown = () =>
    readBlocks(doc).map((block) =>
      block.codeId === null ? `${block.type}: ${block.text}` : `code: ${readCell(cellOf(doc, block.codeId)!).code}`,
    );
  const place = () => Number(/Block (\d+) of/.exec(holder.ariaLabel ?? holder.getAttribute('aria-label') ?? '')?.[1]);
  return { doc, editor, holder, press, shown, place, run, runAll, stopBlock };
}

test('[NBK-145] Escape leads out of text, the selected block is marked, and arrows or J and K go on', () => {
  const { holder, press, place, editor } = open([text('one'), text('two'), text('three')], 1);
  expect(document.activeElement).toBe(holder);
  expect(place()).toBe(2);
  expect(editor.domElement!.querySelector('.block-head')!.textContent).toBe('two');
  press('j');
  expect(place()).toBe(3);
  press('ArrowDown', 'k', 'ArrowUp');
  expect(place()).toBe(1);
  press('ArrowUp', 'Shift+ArrowDown');
  expect(editor.domElement!.querySelectorAll('.block-selected')).toHaveLength(2);
  act(() => holder.blur());
  expect(editor.domElement!.querySelector('.block-selected')).toBeNull();
});

test('[NBK-146] A and B insert code above and below, D D deletes, Z undoes each by itself', () => {
  const { press, shown, place } = open([text('one'), text('two')]);
  press('b');
  expect(shown()).toEqual(['paragraph: one', 'code: ', 'paragraph: two']);
  expect(place()).toBe(2);
  press('a');
  expect(shown()).toHaveLength(4);
  press('k', 'd');
  expect(shown()).toHaveLength(4);
  press('d');
  expect(shown()).toEqual(['code: ', 'code: ', 'paragraph: two']);
  press('z');
  expect(shown()).toEqual(['paragraph: one', 'code: ', 'code: ', 'paragraph: two']);
  press('z', 'z');
  expect(shown()).toEqual(['paragraph: one', 'paragraph: two']);
  press('Ctrl+Shift+z');
  expect(shown()).toHaveLength(3);
});

test('[NBK-146] the last block can be deleted, and a block stays', () => {
  const { press, editor, place } = open([code('a', 'x = 1')]);
  press('d', 'd');
  expect(editor.document).toMatchObject([{ type: 'paragraph' }]);
  expect(place()).toBe(1);
});

test('[NBK-146] X, C and V move and copy blocks, and a copy has a code of its own', () => {
  const { doc, press, shown } = open([code('a', 'x = 1'), text('two')]);
  press('c', 'j', 'v');
  expect(shown()).toEqual(['code: x = 1', 'paragraph: two', 'code: x = 1']);
  const ids = readBlocks(doc).flatMap(({ codeId }) => codeId ?? []);
  expect(new Set(ids).size).toBe(2);
  press('x');
  expect(shown()).toEqual(['code: x = 1', 'paragraph: two']);
  press('k', 'Shift+v');
  expect(shown()).toEqual(['code: x = 1', 'code: x = 1', 'paragraph: two']);
});

test('[NBK-146] M makes text of code and Y code of text, as Markdown', () => {
  const { press, shown } = open([code('a', '# Title\n\nSome *words*'), text('print(1)')]);
  press('m');
  expect(shown()).toEqual(['heading: Title', 'paragraph: Some *words*', 'paragraph: print(1)']);
  press('j', 'j', 'y');
  expect(shown().at(-1)).toBe('code: print(1)');
  press('z', 'z');
  expect(shown()[0]).toBe('code: # Title\n\nSome *words*');
});

test('[NBK-146] Shift+M merges code, as one step of undo, and says so where blocks differ', async () => {
  const { press, shown } = open([code('a', 'x = 1'), code('b', 'y = 2'), text('end')]);
  press('Shift+m');
  expect(shown()).toEqual(['code: x = 1\ny = 2', 'paragraph: end']);
  press('z');
  expect(shown()).toEqual(['code: x = 1', 'code: y = 2', 'paragraph: end']);
  press('Ctrl+Shift+z');
  expect(shown()).toEqual(['code: x = 1\ny = 2', 'paragraph: end']);
  press('Shift+m');
  expect(shown()).toEqual(['code: x = 1\ny = 2', 'paragraph: end']);
});

test('[NBK-146] code is split at the cursor, as one step of undo; what somebody else wrote stays', () => {
  const { doc, editor, press, shown } = open([code('a', 'x = 1\ny = 2\n')]);
  act(() => {
    splitCode(editor, doc, editor.document[0]!.id, 6);
  });
  expect(shown()).toEqual(['code: x = 1', 'code: y = 2\n']);
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  cellCode(cellOf(other, readBlocks(doc)[0]!.codeId!)!).insert(0, '# theirs\n');
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'remote');
  press('z');
  expect(shown()).toEqual(['code: # theirs\nx = 1\ny = 2\n']);
});

test('[NBK-146] what was typed since a split is undone with it, so that no code is lost or doubled', () => {
  const { doc, editor, press, shown } = open([code('a', 'x = 1\ny = 2')]);
  act(() => {
    splitCode(editor, doc, editor.document[0]!.id, 6);
    changeCode(cellCode(cellOf(doc, readBlocks(doc)[0]!.codeId!)!), (into) => into.insert(0, '# mine\n'));
  });
  expect(shown()).toEqual(['code: # mine\nx = 1', 'code: y = 2']);
  press('z');
  expect(shown()).toEqual(['code: x = 1\ny = 2']);
});

test('[NBK-146] blocks with others below them are not merged, and code with such does not become text', () => {
  const below = (block: NewBlock): NewBlock => ({ ...block, children: [text('below')] });
  const { press, shown } = open([code('a', '1'), below(code('b', '2'))]);
  const before = shown();
  press('Shift+m');
  expect(shown()).toEqual(before);
  press('ArrowDown', 'm');
  expect(shown()).toEqual(before);
});

test('[NBK-145] a key that is held moves on, and deletes once', () => {
  const { holder, shown, place } = open([text('one'), text('two'), text('three')]);
  const hold = (key: string) => act(() => void fireEvent.keyDown(holder, { key, repeat: true }));
  hold('j');
  expect(place()).toBe(2);
  hold('x');
  expect(shown()).toEqual(['paragraph: one', 'paragraph: two', 'paragraph: three']);
});

test('[NBK-146] Alt with an arrow moves blocks, and the selection goes along', () => {
  const { press, shown, place } = open([text('one'), text('two'), text('three')]);
  press('Alt+ArrowDown');
  expect(shown()).toEqual(['paragraph: two', 'paragraph: one', 'paragraph: three']);
  expect(place()).toBe(2);
  press('Shift+ArrowDown', 'Alt+ArrowUp');
  expect(shown()).toEqual(['paragraph: one', 'paragraph: three', 'paragraph: two']);
});

test('[NBK-145] code that was cut is pasted into another notebook, though its own is closed by then', () => {
  const { press } = open([code('a', 'x = 1'), text('rest')]);
  press('x');
  cleanup();
  for (const end of ends.splice(0)) end();
  document.body.innerHTML = '';
  const other = open([text('here')]);
  other.press('v');
  expect(other.shown()).toEqual(['paragraph: here', 'code: x = 1']);
});

test('[NBK-145] several selected blocks run in their order, as one chain', () => {
  const { press, run, runAll, editor } = open([code('a', '1'), text('two'), code('c', '3')]);
  const [first, , third] = editor.document;
  press('Shift+ArrowDown', 'Shift+ArrowDown', 'Ctrl+Enter');
  expect(run).not.toHaveBeenCalled();
  expect(runAll.mock.calls).toEqual([
    [
      [
        { blockId: first!.id, code: '1' },
        { blockId: third!.id, code: '3' },
      ],
    ],
  ]);
});

test('[NBK-145] Shift+Enter runs and goes on, Ctrl+Enter runs and stays, Enter goes into the block', () => {
  const { press, place, run, editor, holder } = open([code('a', '1'), text('two')]);
  const [first] = editor.document;
  press('Ctrl+Enter');
  expect(run.mock.calls).toEqual([[first!.id, '1']]);
  expect(place()).toBe(1);
  press('Shift+Enter');
  expect(run).toHaveBeenCalledTimes(2);
  expect(place()).toBe(2);
  press('Enter');
  expect(document.activeElement).not.toBe(holder);
  expect(editor.getTextCursorPosition().block.content).toMatchObject([{ text: 'two' }]);
});

test('[NBK-145] what others delete is not selected any more', () => {
  const { doc, press, place, editor, shown } = open([text('one'), text('two'), text('three')], 2);
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  (notebookFragment(other).firstChild as Y.XmlElement).delete(2, 1);
  act(() => {
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'remote');
  });
  press('k');
  expect(place()).toBe(1);
  expect(editor.domElement!.querySelector('.block-head')!.textContent).toBe('one');
  press('d', 'd');
  expect(shown()).toEqual(['paragraph: two']);
});

test('[NBK-145] readers go from block to block and change nothing', () => {
  const { press, shown, place } = open([text('one'), text('two')], 0, false);
  press('j', 'd', 'd', 'b', 'y');
  expect(place()).toBe(2);
  expect(shown()).toEqual(['paragraph: one', 'paragraph: two']);
});

test('[NBK-145] a key is known by its place where the layout has other letters', () => {
  const { holder, place } = open([text('one'), text('two')]);
  act(() => {
    fireEvent.keyDown(holder, { key: 'о', code: 'KeyJ' });
  });
  expect(place()).toBe(2);
});

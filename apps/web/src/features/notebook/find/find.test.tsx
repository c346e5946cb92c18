import { BlockNoteEditor } from '@blocknote/core';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import {
  cellCode,
  cellOf,
  createNotebookDocument,
  notebookFragment,
  readBlocks,
  readCell,
  setCell,
  type NewBlock,
} from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { CellHosts } from '../cell/cell-hosts.ts';
import { CellViews } from '../block/cell-views.ts';
import { blockUndo } from '../block/block-undo.ts';
import { NotebookContext, type Notebook } from '../block/notebook-context.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { FirstBlocks } from '../editor/first-blocks.ts';
import { createNotebookSchema } from '../assemble-schema.ts';
import { FindBar } from './find-bar.tsx';
import { findInCode, findInText } from './find-marks.ts';
import { createFindStore } from './find-store.ts';

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
const code = (id: string, source: string, label = 'Untitled Code Block'): NewBlock => ({
  type: 'codeCell',
  props: { codeId: id },
  cell: { code: source, label },
});

function open(blocks: NewBlock[], isEditable = true) {
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
    extensions: [findInText, first.extension],
  }) as unknown as NotebookEditor;
  first.show(editor as never);
  editor.mount(document.body.appendChild(document.createElement('div')));
  blockUndo(editor);
  editor.isEditable = isEditable;
  ends.push(() => editor.unmount());
  const views = new CellViews();
  for (const { id, codeId } of readBlocks(doc)) {
    if (codeId === null) continue;
    const view = new EditorView({
      state: EditorState.create({ doc: cellCode(cellOf(doc, codeId)!).toString(), extensions: [findInCode] }),
    });
    views.set(id, view);
    ends.push(() => view.destroy());
  }
  const store = createFindStore();
  store.setState({ isOpen: true, isReplacing: true });
  render(
    <GromaProvider>
      <NotebookContext value={{ id: 'n', doc, isEditable, views } as Partial<Notebook> as Notebook}>
        <FindBar editor={editor} store={store} showSource={() => undefined} />
      </NotebookContext>
    </GromaProvider>,
  );
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Find' });
  const look = (query: string) => fireEvent.change(field(), { target: { value: query } });
  const said = () => screen.getByRole('status').textContent;
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const replaceWith = (words: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: 'Replace with' }), { target: { value: words } });
  const shown = () =>
    readBlocks(doc).map((block) =>
      block.codeId === null
        ? block.text
        : `${readCell(cellOf(doc, block.codeId)!).label}: ${readCell(cellOf(doc, block.codeId)!).code}`,
    );
  return { doc, editor, views, store, field, look, said, press, replaceWith, shown };
}

test('[NBK-152] words are found in texts, code and titles, in their order, and marked', async () => {
  const { editor, views, look, said, field } = open([
    text('The river'),
    code('a', 'river = 1', 'River flow'),
    text('no'),
  ]);
  look('river');
  await expect.poll(said).toMatch('1 of 3');
  expect(editor.domElement!.querySelector('.find-match-current')!.textContent).toBe('river');
  fireEvent.keyDown(field(), { key: 'Enter' });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await expect.poll(said).toMatch('3 of 3');
  const [view] = views.values();
  expect(view!.dom.querySelector('.find-match-current')!.textContent).toBe('river');
  expect(editor.domElement!.querySelector('.find-match-current')).toBeNull();
  fireEvent.keyDown(field(), { key: 'Enter' });
  await expect.poll(said).toMatch('1 of 3');
  fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
  await expect.poll(said).toMatch('3 of 3');
});

test('[NBK-152] case and whole words count where they are asked for', async () => {
  const { look, said, press } = open([text('River rivers RIVER')]);
  look('river');
  await expect.poll(said).toMatch('1 of 3');
  press('Whole words');
  await expect.poll(said).toMatch('1 of 2');
  press('Match case');
  await expect.poll(said).toMatch('No matches');
});

test('[NBK-152] what is no expression is explained', async () => {
  const { look, said, press } = open([text('a')]);
  press('Regular expression');
  look('(');
  await expect.poll(said).toMatch(/This isn’t a regular expression: .*\(/);
});

test('[NBK-153] all are replaced as one step of undo, and what somebody else wrote stays', async () => {
  const { doc, editor, look, said, press, replaceWith, shown } = open([
    text('one x and x'),
    code('a', 'x = x + 1', 'x of y'),
    code('b', 'y'),
  ]);
  look('x');
  await expect.poll(said).toMatch('1 of 5');
  replaceWith('long');
  press('Replace all');
  await expect.poll(said).toMatch('Replaced: 5');
  expect(shown()).toEqual(['one long and long', 'long of y: long = long + 1', 'Untitled Code Block: y']);
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  cellCode(cellOf(other, readBlocks(doc)[1]!.codeId!)!).insert('long = long + 1'.length, ' # theirs');
  act(() => Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'remote'));
  act(() => void editor.undo());
  expect(shown()).toEqual(['one x and x', 'x of y: x = x + 1 # theirs', 'Untitled Code Block: y']);
});

test('[NBK-153] one is replaced after the other, where it stands by then', async () => {
  const { doc, look, said, press, replaceWith, shown } = open([text('x, x'), code('a', 'x')]);
  look('x');
  await expect.poll(said).toMatch('1 of 3');
  replaceWith('xx');
  const node = ((notebookFragment(doc).get(0) as Y.XmlElement).get(0) as Y.XmlElement).get(0) as Y.XmlElement;
  act(() => (node.get(0) as Y.XmlText).insert(0, 'Now '));
  press('Replace');
  await waitFor(() => expect(shown()[0]).toBe('Now xx, x'));
});

test('[NBK-152] readers find, and replace nothing', async () => {
  const { look, said, shown } = open([text('x')], false);
  look('x');
  await expect.poll(said).toMatch('1 of 1');
  expect(screen.queryByRole('button', { name: 'Replace all' })).toBeNull();
  expect(shown()).toEqual(['x']);
});

test('[NBK-152] folded code in which something is found is unfolded', async () => {
  const { doc, look, said } = open([code('a', 'river')]);
  const cell = cellOf(doc, readBlocks(doc)[0]!.codeId!)!;
  act(() => setCell(cell, { isCodeHidden: true }));
  look('river');
  await expect.poll(said).toMatch('1 of 1');
  expect(readCell(cell).isCodeHidden).toBe(false);
});

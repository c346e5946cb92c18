import { BlockNoteEditor } from '@blocknote/core';
import { createNotebookDocument, notebookFragment, parseMarkdown, readBlocks, type NewBlock } from '@groma/model';
import { fireEvent, waitFor } from '@testing-library/react';
import { TextSelection } from 'prosemirror-state';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { CellHosts } from '../cell/cell-hosts.ts';
import { blockUndo } from '../block/block-undo.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { FirstBlocks } from '../editor/first-blocks.ts';
import { insertFormula } from '../editor/insert-block.ts';
import { createNotebookSchema } from '../assemble-schema.ts';
import { fenceColours } from './fence-extension.ts';
import { formulaExtension } from './formula-extension.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  document.body.innerHTML = '';
});

function open(blocks: NewBlock[], doc = new Y.Doc()) {
  if (notebookFragment(doc).length === 0) createNotebookDocument(doc, blocks);
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
    extensions: [fenceColours, formulaExtension(), first.extension],
  }) as unknown as NotebookEditor;
  first.show(editor as never);
  editor.mount(document.body.appendChild(document.createElement('div')));
  blockUndo(editor);
  ends.push(() => editor.unmount());
  const view = editor.prosemirrorView!;
  const dom = editor.domElement!;
  /** Sets the cursor before the first character of a text. */
  const cursorAt = (text: string, offset = 0) => {
    let place = -1;
    view.state.doc.descendants((node, position) => {
      const at = node.isText ? (node.text ?? '').indexOf(text) : -1;
      if (at !== -1 && place === -1) place = position + at + offset;
      return place === -1;
    });
    view.focus();
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, place)));
  };
  const type = (text: string) => {
    for (const letter of text) {
      const { from, to } = view.state.selection;
      const insert = () => view.state.tr.insertText(letter, from, to);
      if (!view.someProp('handleTextInput', (take) => take(view, from, to, letter, insert))) view.dispatch(insert());
    }
  };
  return { doc, editor, view, dom, cursorAt, type, texts: () => readBlocks(doc).map(({ text }) => text) };
}

const formulas = (dom: HTMLElement) =>
  [...dom.querySelectorAll('.formula')].map((each) => each.querySelector('annotation')?.textContent);
const shownText = (dom: HTMLElement) =>
  [...dom.querySelectorAll('.formula-source')].map((each) => each.textContent).join('|');

test('[NBK-148] formulas are drawn in the place of their sources, which come back with the cursor', async () => {
  const { dom, cursorAt, view } = open(parseMarkdown('So $a_1$ and $b$, but `$code$`.'));
  await waitFor(() => expect(formulas(dom)).toEqual(['a_1', 'b']));
  expect(shownText(dom)).toBe('$a_1$|$b$');
  cursorAt('$a_1$', 2);
  expect(formulas(dom)).toEqual(['b']);
  expect(dom.querySelector('.formula-open')!.textContent).toBe('$a_1$');
  fireEvent.blur(view.dom);
  expect(formulas(dom)).toEqual(['a_1', 'b']);
});

test('[NBK-148] a click opens a formula, for readers none', async () => {
  const { dom, view, editor } = open(parseMarkdown('So $a_1$ and $$\nb\n$$'));
  await waitFor(() => expect(formulas(dom)).toEqual(['a_1', 'b']));
  fireEvent.mouseDown(dom.querySelector('.formula')!);
  expect(dom.querySelector('.formula-open')!.textContent).toBe('$a_1$');
  fireEvent.blur(view.dom);
  editor.isEditable = false;
  fireEvent.mouseDown(dom.querySelector('.formula')!);
  fireEvent.focus(view.dom);
  expect(dom.querySelector('.formula-open')).toBeNull();
});

test('[NBK-148] what cannot be read is said beside the source', async () => {
  const { dom } = open(parseMarkdown(String.raw`So $\frac{1$ is`));
  await waitFor(() => expect(dom.querySelector('.formula-wrong')).not.toBeNull());
  expect(dom.querySelector('.formula-wrong > code')!.textContent).toBe(String.raw`\frac{1`);
  expect(dom.querySelector('.formula-reason')!.textContent).toMatch(/Can’t read this formula: .*}/);
});

test('[NBK-148] a backslash that keeps a dollar sign from a formula is not shown', () => {
  const { dom } = open(parseMarkdown(String.raw`from \$5 to 6\$`));
  expect(formulas(dom)).toEqual([]);
  expect(shownText(dom)).toBe('\\|\\');
});

test('[NBK-149] `$$` and a space or Enter make a formula of several lines, which undo takes back', async () => {
  for (const end of [' ', 'Enter']) {
    const { dom, editor, view, type, texts } = open([{ type: 'paragraph' }]);
    view.focus();
    editor.setTextCursorPosition(editor.document[0]!.id);
    type('$$');
    if (end === 'Enter') fireEvent.keyDown(view.dom, { key: 'Enter' });
    else type(' ');
    type('a');
    fireEvent.keyDown(view.dom, { key: 'Enter' });
    type('b');
    expect(texts()).toEqual(['$$\na\nb\n$$']);
    await waitFor(() => expect(dom.querySelector('.formula-preview annotation')?.textContent).toBe('a\nb'));
    editor.undo();
    expect(texts()).not.toEqual(['$$\na\nb\n$$']);
  }
});

test('[NBK-149] the slash menu puts a formula with the cursor between its signs', () => {
  const { editor, type, texts } = open([{ type: 'paragraph' }]);
  editor.setTextCursorPosition(editor.document[0]!.id);
  insertFormula(editor);
  type('x^2');
  expect(texts()).toEqual(['$$\nx^2\n$$']);
});

test('[NBK-148] what somebody else writes into a formula is drawn', async () => {
  const { doc, dom } = open(parseMarkdown('So $a$'));
  await waitFor(() => expect(formulas(dom)).toEqual(['a']));
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  const group = notebookFragment(other).get(0) as Y.XmlElement;
  const text = ((group.get(0) as Y.XmlElement).get(0) as Y.XmlElement).get(0) as Y.XmlText;
  text.insert(5, '+c');
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'remote');
  await waitFor(() => expect(formulas(dom)).toEqual(['a+c']));
});

test('[NBK-150] code within text is coloured by its language, which can be chosen', async () => {
  const { dom, editor, doc } = open(parseMarkdown('```python\ndef f(): pass\n```\n\n```julia\nx\n```'));
  await waitFor(() => expect(dom.querySelector('.tok-keyword')?.textContent).toBe('def'));
  const [choice, unknown] = [...dom.querySelectorAll<HTMLSelectElement>('.fence-language')];
  expect([choice!.value, unknown!.value]).toEqual(['python', 'julia']);
  fireEvent.change(choice!, { target: { value: 'text' } });
  expect(readBlocks(doc)[0]!.props['language'] ?? 'text').toBe('text');
  expect(dom.querySelector('.tok-keyword')).toBeNull();
  editor.undo();
  await waitFor(() => expect(dom.querySelector('.tok-keyword')?.textContent).toBe('def'));
});

test('[NBK-150] three backticks with a language and a space make a block of code', () => {
  const { editor, type, doc } = open([{ type: 'paragraph' }]);
  editor.setTextCursorPosition(editor.document[0]!.id);
  type('```sql ');
  expect(readBlocks(doc)[0]).toMatchObject({ type: 'codeBlock', props: { language: 'sql' } });
});

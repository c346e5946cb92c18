import { BlockNoteEditor } from '@blocknote/core';
import { createNotebookDocument, notebookFragment, readBlocks, type NewBlock } from '@groma/model';
import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { CellHosts } from '../cell/cell-hosts.ts';
import { FirstBlocks } from './first-blocks.ts';
import { createNotebookSchema } from '../assemble-schema.ts';

const editors: BlockNoteEditor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.unmount();
  vi.restoreAllMocks();
});

const paragraph = (text: string): NewBlock => ({ type: 'paragraph', content: [{ type: 'text', text, styles: {} }] });
const code: NewBlock = { type: 'codeCell', props: { codeId: 'a' } };

function written(...content: NewBlock[]): Y.Doc {
  const doc = new Y.Doc();
  createNotebookDocument(doc, content);
  return doc;
}

/** An editor as a panel makes it, which is not yet in a page. */
function show(doc: Y.Doc) {
  const blocks = new FirstBlocks({
    fragment: notebookFragment(doc),
    provider: undefined as never,
    user: { id: 'u', name: 'u', color: '#000' },
  });
  const editor = BlockNoteEditor.create({
    schema: createNotebookSchema(doc, new CellHosts(doc)),
    trailingBlock: false,
    disableExtensions: ['history', 'gapCursor'],
    initialContent: [{ type: 'paragraph', id: 'initialBlockId' }],
    extensions: [blocks.extension],
  }) as unknown as BlockNoteEditor;
  blocks.show(editor);
  editors.push(editor);
  const mount = () => {
    editor.mount(document.body.appendChild(document.createElement('div')));
  };
  return {
    editor,
    mount,
    shown: () => editor.document.map(({ content }) => (content as { text: string }[] | undefined)?.[0]?.text ?? ''),
  };
}

const texts = (doc: Y.Doc) => readBlocks(doc).map(({ text }) => text);
/** Where the first text of a document is, for whoever writes in it from elsewhere. */
const groupOf = (doc: Y.Doc) => notebookFragment(doc).firstChild as Y.XmlElement;

test('the first view shows the blocks that are there, each once, and leaves the document as it is', () => {
  const doc = written(paragraph('one'), paragraph('two'));
  const before = Y.encodeStateAsUpdate(doc);
  const { mount, shown, editor } = show(doc);
  expect(shown()).toEqual(['one', 'two']);
  mount();
  expect([shown(), Y.encodeStateAsUpdate(doc)]).toEqual([['one', 'two'], before]);
  editor.insertBlocks([{ type: 'paragraph', content: 'three' }], editor.document[1]!, 'after');
  expect([shown(), texts(doc)]).toEqual([
    ['one', 'two', 'three'],
    ['one', 'two', 'three'],
  ]);
});

test('what others write before the first view, while there is none, and after it is shown once', () => {
  const doc = written(paragraph('one'), paragraph('two'));
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  other.on('update', (update: Uint8Array) => {
    Y.applyUpdate(doc, update);
  });
  const takeFirst = () => {
    groupOf(other).delete(0, 1);
  };
  const addLast = () => {
    groupOf(other).insert(groupOf(other).length, [
      groupOf(written(paragraph('new')))
        .get(0)
        .clone(),
    ]);
  };
  const { mount, shown, editor } = show(doc);
  takeFirst();
  mount();
  expect([shown(), texts(doc)]).toEqual([['two'], ['two']]);
  addLast();
  expect([shown(), texts(doc)]).toEqual([
    ['two', 'new'],
    ['two', 'new'],
  ]);
  editor.unmount();
  takeFirst();
  mount();
  expect([shown(), texts(doc)]).toEqual([['new'], ['new']]);
});

test('blocks without an id of their own are mended, and none is lost', () => {
  const doc = written(paragraph('one'), paragraph('two'));
  for (const block of groupOf(doc).toArray()) (block as Y.XmlElement).setAttribute('id', 'same');
  const { mount, shown, editor } = show(doc);
  mount();
  expect([shown(), texts(doc)]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
  expect(new Set(editor.document.map(({ id }) => id)).size).toBe(2);
});

test('the cursor stands in the first text, not in the place of code', () => {
  const warn = vi.spyOn(console, 'warn');
  const { editor } = show(written(code, paragraph('below')));
  expect(editor.prosemirrorState.selection.$from.parent.textContent).toBe('below');
  expect(show(written(code)).editor.prosemirrorState.selection.toJSON()).toMatchObject({ type: 'node' });
  expect(warn).not.toHaveBeenCalled();
});

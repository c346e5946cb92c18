import { BlockNoteEditor } from '@blocknote/core';
import { withCollaboration } from '@blocknote/core/yjs';
import { createNotebookDocument, markComment, markedThreads, notebookFragment, unmarkComments } from '@groma/model';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { CellHosts } from '../cell/cell-hosts.ts';
import { createNotebookSchema } from '../assemble-schema.ts';
import { commentExtension } from './comment-extension.ts';
import { createCommentStore } from './comment-store.ts';

const editors: BlockNoteEditor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.unmount();
});

function open(doc: Y.Doc) {
  const store = createCommentStore();
  const editor = BlockNoteEditor.create(
    withCollaboration({
      schema: createNotebookSchema(doc, new CellHosts(doc)),
      trailingBlock: false,
      extensions: [commentExtension(store)],
      collaboration: {
        fragment: notebookFragment(doc),
        provider: undefined as never,
        user: { id: 'u', name: 'u', color: '#000' },
      },
    }),
  );
  editors.push(editor as never);
  const element = document.createElement('div');
  document.body.append(element);
  editor.mount(element);
  return { editor, store };
}

function textOf(doc: Y.Doc): Y.XmlText {
  const find = (node: Y.XmlFragment | Y.XmlElement): Y.XmlText[] =>
    node
      .toArray()
      .flatMap((child) => (child instanceof Y.XmlText ? [child] : child instanceof Y.XmlElement ? find(child) : []));
  return find(notebookFragment(doc))[0]!;
}

const place = (text: Y.XmlText, from: number, to: number) => {
  const encode = (index: number) =>
    Buffer.from(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index))).toString('base64');
  return { start: encode(from), end: encode(to) };
};

test("[NBK-115] the mark that the server sets is the editor's own: an edit beside it leaves it as it is, and marks lie over each other", () => {
  const doc = new Y.Doc();
  createNotebookDocument(doc, [{ type: 'paragraph', content: [{ type: 'text', text: 'How often', styles: {} }] }]);
  const { editor, store } = open(doc);
  expect(markComment(doc, [place(textOf(doc), 0, 3)], 'first')).toBe('How');
  expect(markComment(doc, [place(textOf(doc), 2, 9)], 'second')).toBe('w often');
  expect(new Set(store.getState().places.keys())).toEqual(new Set(['first', 'second']));
  const marks = () =>
    (textOf(doc).toDelta() as { insert: string; attributes?: object }[]).map(({ insert, attributes = {} }) => [
      insert,
      Object.keys(attributes).length,
    ]);
  const keys = () =>
    new Set(
      (textOf(doc).toDelta() as { attributes?: object }[]).flatMap(({ attributes = {} }) => Object.keys(attributes)),
    );
  const before = keys();
  editor.insertInlineContent('!', { updateSelection: true });
  expect(marks().map(([, count]) => count)).toContain(2);
  expect(keys()).toEqual(before);
  unmarkComments(doc, 'first');
  expect([...markedThreads(doc)]).toEqual(['second']);
  expect([...store.getState().places.keys()]).toEqual(['second']);
});

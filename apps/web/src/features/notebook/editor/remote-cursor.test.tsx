import { BlockNoteEditor } from '@blocknote/core';
import { createNotebookDocument, notebookFragment } from '@groma/model';
import { afterEach, expect, test, vi } from 'vitest';
import { absolutePositionToRelativePosition, ySyncPluginKey } from 'y-prosemirror';
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { CellHosts } from '../cell/cell-hosts.ts';
import { FirstBlocks } from './first-blocks.ts';
import { createNotebookSchema } from '../assemble-schema.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** An editor with the words of a notebook, and the awareness of somebody else in it. */
function notebook(words: string) {
  const doc = new Y.Doc();
  createNotebookDocument(doc, [{ type: 'paragraph', content: [{ type: 'text', text: words, styles: {} }] }]);
  const [own, other] = [new Awareness(doc), new Awareness(new Y.Doc())];
  other.setLocalState({ user: { id: 'ben', name: 'Ben', color: '#8a6116' } });
  other.on('update', () => {
    applyAwarenessUpdate(own, encodeAwarenessUpdate(other, [other.clientID]), 'peer');
  });
  const blocks = new FirstBlocks({
    fragment: notebookFragment(doc),
    provider: { awareness: own },
    user: { id: 'ann', name: 'Ann', color: '#a8452f' },
  });
  const editor = BlockNoteEditor.create({
    schema: createNotebookSchema(doc, new CellHosts(doc)),
    trailingBlock: false,
    disableExtensions: ['history', 'gapCursor'],
    initialContent: [{ type: 'paragraph', id: 'initialBlockId' }],
    extensions: [blocks.extension],
  }) as unknown as BlockNoteEditor;
  blocks.show(editor);
  editor.mount(document.body.appendChild(document.createElement('div')));
  open.push(() => {
    editor.unmount();
    own.destroy();
    other.destroy();
  });
  const view = editor.prosemirrorView;
  const select = (anchor: number, head: number) => {
    const { type, binding } = ySyncPluginKey.getState(view.state) as {
      type: Y.XmlFragment;
      binding: { mapping: never };
    };
    // Within the group, the block and its paragraph.
    const place = (offset: number) =>
      JSON.parse(JSON.stringify(absolutePositionToRelativePosition(offset + 3, type, binding.mapping))) as unknown;
    other.setLocalStateField('cursor', { anchor: place(anchor), head: place(head) });
  };
  return { dom: view.dom, select };
}

test('[NBK-082] the cursor and the selection of another bring no text and no style that could be read as written', async () => {
  const { dom, select } = notebook('one two three');
  for (const [anchor, head, selected] of [
    [4, 7, 'two'],
    [13, 13, ''],
    [0, 0, ''],
    [13, 0, 'one two three'],
  ] as const) {
    select(anchor, head);
    await vi.waitFor(() => {
      expect([...dom.querySelectorAll('.remote-selection')].map(({ textContent }) => textContent).join('')).toBe(
        selected,
      );
    });
    expect(dom.textContent).toBe('one two three');
    expect(dom.querySelector<HTMLElement>('.remote-cursor-name')?.dataset['name']).toBe('Ben');
    for (const marked of dom.querySelectorAll<HTMLElement>('.bn-inline-content [style]'))
      expect(marked.style.backgroundColor).toBe('');
  }
});

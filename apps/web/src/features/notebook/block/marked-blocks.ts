import { createExtension } from '@blocknote/core';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import type { NotebookEditor } from './notebook-editor.ts';

/** Blocks that are marked, each with a class of its own. */
type Marks = ReadonlyMap<string, string>;
interface Marked {
  marks: Marks;
  drawn: DecorationSet;
}

const key = new PluginKey<Marked>('markedBlocks');
const none: Marks = new Map();
type Text = Parameters<Parameters<NotebookEditor['transact']>[0]>[0]['doc'];

/** Lets whole blocks be marked on this page, without a trace in the document. */
export const markedBlocks = createExtension({
  key: 'markedBlocks',
  prosemirrorPlugins: [
    new Plugin<Marked>({
      key,
      state: {
        init: () => ({ marks: none, drawn: DecorationSet.empty }),
        apply(transaction, before) {
          const marks = (transaction.getMeta(key) as Marks | undefined) ?? before.marks;
          if (marks === before.marks && (marks.size === 0 || !transaction.docChanged)) return before;
          return { marks, drawn: draw(transaction.doc, marks) };
        },
      },
      props: { decorations: (state) => key.getState(state)?.drawn },
    }),
  ],
});

/** Marks blocks, and no others, by their ids with a class. */
export function markBlocks(editor: NotebookEditor, marks: Marks): void {
  const view = editor.prosemirrorView;
  const before = view && key.getState(view.state)?.marks;
  if (!view || !before || isSame(before, marks)) return;
  view.dispatch(view.state.tr.setMeta(key, marks).setMeta('addToHistory', false));
}

function isSame(one: Marks, other: Marks): boolean {
  return one.size === other.size && [...one].every(([id, mark]) => other.get(id) === mark);
}

function draw(doc: Text, marks: Marks): DecorationSet {
  if (marks.size === 0) return DecorationSet.empty;
  const found: Decoration[] = [];
  doc.descendants((node, position) => {
    if (node.type.name !== 'blockContainer') return !node.isTextblock;
    const mark = marks.get(String(node.attrs['id']));
    if (mark !== undefined) found.push(Decoration.node(position, position + node.nodeSize, { class: mark }));
    return true;
  });
  return DecorationSet.create(doc, found);
}

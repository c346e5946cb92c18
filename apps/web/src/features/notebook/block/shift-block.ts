import type { NotebookEditor } from './notebook-editor.ts';

/** Moves a block one place among its siblings (NBK-014); at the end of them nothing happens. */
export function shiftBlock(editor: NotebookEditor, blockId: string, direction: 'up' | 'down'): boolean {
  const block = editor.getBlock(blockId);
  const sibling = direction === 'up' ? editor.getPrevBlock(blockId) : editor.getNextBlock(blockId);
  if (!block || !sibling) return false;
  editor.transact((transaction) => {
    const from = placeOf(transaction.doc, blockId);
    const beside = placeOf(transaction.doc, sibling.id);
    if (!from || !beside) return;
    // As it stands in the text: taken out as a block and put back it would have lost its comments.
    const target = direction === 'up' ? beside.position : beside.position + beside.node.nodeSize - from.node.nodeSize;
    transaction.delete(from.position, from.position + from.node.nodeSize).insert(target, from.node);
  });
  return true;
}

type Text = Parameters<Parameters<NotebookEditor['transact']>[0]>[0]['doc'];

/** The container of a block with its place in the text. */
function placeOf(doc: Text, blockId: string): { node: Text; position: number } | null {
  let found: { node: Text; position: number } | null = null;
  doc.descendants((node, position) => {
    if (!found && node.type.name === 'blockContainer' && node.attrs['id'] === blockId) found = { node, position };
    return !found;
  });
  return found;
}

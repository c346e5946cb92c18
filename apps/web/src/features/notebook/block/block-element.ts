import type { NotebookEditor } from './notebook-editor.ts';

/** The element of a block, with the blocks in it, as far as it is drawn; in one editor, or in the whole page. */
export function blockElement(blockId: string, editor?: Pick<NotebookEditor, 'domElement'>): Element | null {
  const root = editor ? editor.domElement : document;
  return root?.querySelector(`[data-node-type="blockContainer"][data-id="${CSS.escape(blockId)}"]`) ?? null;
}

/** The element of what a block itself holds, without the blocks in it. */
export function blockContent(blockId: string, editor: Pick<NotebookEditor, 'domElement'>): Element | null {
  return blockElement(blockId, editor)?.querySelector(':scope > .bn-block-content') ?? null;
}

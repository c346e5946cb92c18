import { codeCellType } from '@groma/model';
import { focusCode } from './focus-code.ts';
import { neighbourOf, readingOrder } from './block-order.ts';
import type { Notebook } from './notebook-context.ts';
import type { NotebookEditor } from './notebook-editor.ts';

/** Leads the focus into a block: into its code, or to the start or end of its text. */
export function focusBlock(
  editor: NotebookEditor,
  views: Notebook['views'],
  blockId: string,
  at: 'start' | 'end',
): boolean {
  const block = readingOrder(editor.document).find(({ id }) => id === blockId);
  if (!block) return false;
  const code = block.type === codeCellType ? views.get(blockId) : undefined;
  if (code) {
    focusCode(code, at);
    return true;
  }
  if (views.bring(blockId)) {
    const stop = views.onMade((madeId, view) => {
      if (madeId !== blockId) return;
      stop();
      focusCode(view, at);
    });
    return true;
  }
  editor.setTextCursorPosition(blockId, at);
  editor.focus();
  return true;
}

/** Goes from a block to the one before or after. Below the last one a paragraph is made, so that one can write on. */
export function leaveBlock(
  editor: NotebookEditor,
  views: Notebook['views'],
  blockId: string,
  direction: 'before' | 'after',
): boolean {
  const next = neighbourOf(editor.document, blockId, direction);
  if (next) return focusBlock(editor, views, next.id, direction === 'before' ? 'end' : 'start');
  if (direction === 'before' || !editor.isEditable) return false;
  const [made] = editor.insertBlocks([{ type: 'paragraph' }], blockId, 'after');
  return made !== undefined && focusBlock(editor, views, made.id, 'start');
}

/** Removes a block and leaves the cursor where it was. */
export function removeBlock(editor: NotebookEditor, views: Notebook['views'], blockId: string): void {
  const neighbour = neighbourOf(editor.document, blockId, 'before') ?? neighbourOf(editor.document, blockId, 'after');
  editor.removeBlocks([blockId]);
  if (neighbour) focusBlock(editor, views, neighbour.id, 'end');
  else editor.focus();
}

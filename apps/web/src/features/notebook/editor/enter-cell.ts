import { codeCellType } from '@groma/model';
import { focusCode } from '../block/focus-code.ts';
import type { Notebook } from '../block/notebook-context.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';

/**
 * Lets arrow keys lead from text into code: the text editor selects a code block as a whole, and the cursor then goes
 * into its code, at the end it came from.
 */
export function enterSelectedCells(editor: NotebookEditor, views: Notebook['views']): () => void {
  let before = 0;
  const stop = editor.onSelectionChange(() => {
    const { selection } = editor.prosemirrorState;
    const cameFrom = before;
    before = selection.from;
    if (!('node' in selection) || !editor.prosemirrorView.hasFocus()) return;
    const { block } = editor.getTextCursorPosition();
    const view = block.type === codeCellType ? views.get(block.id) : undefined;
    if (view) focusCode(view, cameFrom <= selection.from ? 'start' : 'end');
  });
  return () => stop?.();
}

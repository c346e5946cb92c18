import { yUndoPluginKey } from 'y-prosemirror';
import type * as Y from 'yjs';
import { codeUndo } from './code-undo.ts';
import { isLater, orderChanges } from './undo-order.ts';
import type { NotebookEditor } from './notebook-editor.ts';

/** What this person did to the blocks of a notebook, to be undone; null before the editor is bound to the document. */
export function blockUndo(editor: NotebookEditor): Y.UndoManager | null {
  const state = yUndoPluginKey.getState(editor.prosemirrorState) as { undoManager?: Y.UndoManager } | undefined;
  return state?.undoManager ? orderChanges(state.undoManager) : null;
}

/**
 * Undo and redo from within code: what was done to the blocks later than to this code (one was deleted, say) goes
 * first. False leaves the key to the code.
 */
export function undoBlocksFirst(editor: NotebookEditor, code: Y.Text, direction: 'undo' | 'redo'): boolean {
  const blocks = blockUndo(editor);
  if (!blocks || !isLater(blocks, codeUndo(code), direction === 'undo' ? 'undoStack' : 'redoStack')) return false;
  if (direction === 'undo') editor.undo();
  else editor.redo();
  return true;
}

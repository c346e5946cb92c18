import type * as Y from 'yjs';

/** Undoes or redoes where a key asks for it (Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y); whether it did. */
export function applyUndoKey(event: KeyboardEvent, undo: Y.UndoManager): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  const isRedo = (key === 'z' && event.shiftKey) || key === 'y';
  if (key !== 'z' && key !== 'y') return false;
  if (isRedo) undo.redo();
  else undo.undo();
  return true;
}

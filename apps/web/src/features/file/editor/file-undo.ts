import * as Y from 'yjs';

const managers = new WeakMap<Y.Text, Y.UndoManager>();

/**
 * A person's own undo of a text, which outlives the editor's element: the text of a file that is shown anew can still
 * be undone.
 */
export function fileUndo(text: Y.Text): Y.UndoManager {
  const known = managers.get(text);
  if (known) return known;
  // Nothing is tracked but what the editors bound to this text write; each adds itself.
  const manager = new Y.UndoManager(text, { trackedOrigins: new Set(), captureTimeout: 500 });
  managers.set(text, manager);
  return manager;
}

import * as Y from 'yjs';
import { orderChanges } from './undo-order.ts';

const managers = new WeakMap<Y.Text, Y.UndoManager>();

/** Undo of one block's code. It outlives the block's element, which is made anew whenever the block moves. */
export function codeUndo(text: Y.Text): Y.UndoManager {
  const known = managers.get(text);
  if (known) return known;
  // Nothing is tracked but what the editors bound to this text write; each adds itself.
  const manager = orderChanges(new Y.UndoManager(text, { trackedOrigins: new Set(), captureTimeout: 500 }));
  managers.set(text, manager);
  return manager;
}

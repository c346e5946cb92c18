import type * as Y from 'yjs';

const timeKey = 'groma-time';
const watched = new WeakSet<Y.UndoManager>();
let clock = 0;

/**
 * Lets the changes of several undo managers be compared: each is given its place in the order of this page's changes.
 */
export function orderChanges(manager: Y.UndoManager): Y.UndoManager {
  if (watched.has(manager)) return manager;
  watched.add(manager);
  const note = ({ stackItem }: { stackItem: { meta: Map<unknown, unknown> } }) => {
    stackItem.meta.set(timeKey, (clock += 1));
  };
  manager.on('stack-item-added', note);
  manager.on('stack-item-updated', note);
  return manager;
}

type Stack = 'undoStack' | 'redoStack';

function timeOf(manager: Y.UndoManager, stack: Stack): number {
  const time: unknown = manager[stack].at(-1)?.meta.get(timeKey);
  return typeof time === 'number' ? time : -1;
}

/** Whether the last change of the first, to be undone or redone, came after that of the second. */
export function isLater(first: Y.UndoManager, second: Y.UndoManager, stack: Stack): boolean {
  return timeOf(first, stack) > timeOf(second, stack);
}

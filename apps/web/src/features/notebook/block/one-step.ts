import type * as Y from 'yjs';
import { blockUndo } from './block-undo.ts';
import { codeUndo } from './code-undo.ts';
import type { NotebookEditor } from './notebook-editor.ts';

/** A change as an undo manager holds it. */
interface Step {
  manager: Y.UndoManager;
  item: Y.UndoManager['undoStack'][number];
}

const groupKey = 'groma-together';
const watched = new WeakSet<Y.UndoManager>();
/** Those that undo or redo what was done together with what somebody undoes are not asked once more. */
let isFollowing = false;

/** Changes of code that no editor writes; each manager of a text follows it. */
const codeOrigin = { is: 'a change of several blocks' };

/** Writes into the code of a block, to be undone as if it had been typed. */
export function changeCode(text: Y.Text, change: (text: Y.Text) => void): void {
  codeUndo(text).addTrackedOrigin(codeOrigin);
  text.doc?.transact(() => {
    change(text);
  }, codeOrigin);
}

/**
 * Makes what `work` does to blocks and to some of their code one step: undone and redone as a whole, wherever the undo
 * is asked for. What others do meanwhile is not part of it. `others` follow what else is changed.
 */
export function asOneStep<Result>(
  editor: NotebookEditor,
  texts: readonly Y.Text[],
  work: () => Result,
  others: readonly Y.UndoManager[] = [],
): Result {
  const blocks = blockUndo(editor);
  const managers = [...(blocks ? [blocks] : []), ...texts.map(codeUndo), ...others];
  for (const manager of managers) manager.stopCapturing();
  const before = managers.map((manager) => manager.undoStack.at(-1));
  const result = work();
  const steps = managers.flatMap((manager, i) => {
    const item = manager.undoStack.at(-1);
    return item && item !== before[i] ? [{ manager, item }] : [];
  });
  for (const manager of managers) manager.stopCapturing();
  tie(steps);
  return result;
}

function tie(steps: readonly Step[]): void {
  if (steps.length < 2) return;
  for (const { manager, item } of steps) {
    item.meta.set(groupKey, steps);
    if (watched.has(manager)) continue;
    watched.add(manager);
    manager.on('stack-item-popped', follow);
  }
}

function follow({ stackItem, type }: { stackItem: Step['item']; type: 'undo' | 'redo' }): void {
  const steps = stackItem.meta.get(groupKey) as readonly Step[] | undefined;
  if (!steps || isFollowing) return;
  const [from, to] = type === 'undo' ? (['undoStack', 'redoStack'] as const) : (['redoStack', 'undoStack'] as const);
  isFollowing = true;
  try {
    const done = steps.filter(({ manager, item }) => {
      if (item === stackItem) return true;
      if (!manager[from].includes(item)) return false;
      // With what was done to this one since: half of a step would leave text in no block, or in two.
      while (manager[from].includes(item)) manager[type]();
      return true;
    });
    tie(
      done.flatMap(({ manager }) => {
        const item = manager[to].at(-1);
        return item ? [{ manager, item }] : [];
      }),
    );
  } finally {
    isFollowing = false;
  }
}

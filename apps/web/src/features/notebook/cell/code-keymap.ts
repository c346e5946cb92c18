import { closeCompletion } from '@codemirror/autocomplete';
import { Prec, type Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';

/** What a block does on the keys of its editor. Each says whether it took the key. */
export interface CodeKeys {
  /** Runs the block; the cursor goes on to the next, unless it shall stay. */
  run(isStaying: boolean): boolean;
  stop(): boolean;
  /** Goes to the block before or after. */
  leave(direction: 'before' | 'after'): boolean;
  removeEmpty(): boolean;
  redo(): boolean;
  /** Undoes or redoes what was done to the blocks, if that came later than the last change of this code. */
  undoBlocks(direction: 'undo' | 'redo'): boolean;
  /** Leaves the code for command mode. */
  leaveCode(): boolean;
  /** Splits the code at a place. */
  split(at: number): boolean;
  /** Runs a command that concerns the assistant, on this block. */
  ask(command: string): boolean;
}

type Edge = 'firstLine' | 'lastLine' | 'start' | 'end';

/** Whether the cursor, with nothing selected, is at an edge of the code. */
export function isAtEdge({ state }: Pick<EditorView, 'state'>, edge: Edge): boolean {
  const { main } = state.selection;
  if (!main.empty || state.selection.ranges.length > 1) return false;
  switch (edge) {
    case 'firstLine':
      return state.doc.lineAt(main.head).number === 1;
    case 'lastLine':
      return state.doc.lineAt(main.head).number === state.doc.lines;
    case 'start':
      return main.head === 0;
    case 'end':
      return main.head === state.doc.length;
  }
}

/** Escape leaves the code where nothing else has a use for it (NBK-145): a menu, or several cursors. */
export function leaveKeymap(keys: () => Pick<CodeKeys, 'leaveCode'>): Extension {
  return Prec.lowest(keymap.of([{ key: 'Escape', run: () => keys().leaveCode() }]));
}

/** Keys that concern the block rather than its code (NBK-018, NBK-070); arrows leave the code at its edges. */
export function codeKeymap(keys: () => CodeKeys): Extension {
  const leaveAt = (edge: Edge, direction: 'before' | 'after') => (view: EditorView) =>
    isAtEdge(view, edge) && keys().leave(direction);
  return Prec.high(
    keymap.of([
      {
        key: 'Shift-Enter',
        preventDefault: true,
        run: (view) => {
          closeCompletion(view);
          return keys().run(false);
        },
      },
      {
        key: 'Ctrl-Enter',
        mac: 'Cmd-Enter',
        preventDefault: true,
        run: (view) => {
          closeCompletion(view);
          return keys().run(true);
        },
      },
      { key: 'Mod-k', run: () => keys().ask('notebook.quick-edit'), preventDefault: true, stopPropagation: true },
      {
        key: 'Mod-i',
        run: () => keys().ask('notebook.add-block-to-assistant'),
        preventDefault: true,
        stopPropagation: true,
      },
      {
        key: 'Mod-g',
        run: () => keys().ask('notebook.send-to-assistant'),
        preventDefault: true,
        stopPropagation: true,
      },
      { key: 'Escape', run: () => keys().stop() },
      { key: 'Ctrl-Shift--', run: (view) => keys().split(view.state.selection.main.head), preventDefault: true },
      { key: 'ArrowUp', run: leaveAt('firstLine', 'before') },
      { key: 'ArrowLeft', run: leaveAt('start', 'before') },
      { key: 'ArrowDown', run: leaveAt('lastLine', 'after') },
      { key: 'ArrowRight', run: leaveAt('end', 'after') },
      { key: 'Backspace', run: (view) => view.state.doc.length === 0 && keys().removeEmpty() },
      { key: 'Mod-z', run: () => keys().undoBlocks('undo') },
      { key: 'Mod-Shift-z', run: () => keys().undoBlocks('redo') },
      { key: 'Ctrl-y', run: () => keys().undoBlocks('redo') || keys().redo(), preventDefault: true },
    ]),
  );
}

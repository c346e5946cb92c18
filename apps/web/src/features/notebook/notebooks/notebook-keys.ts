import type { KeyRows } from '../../../registry/key-rows.ts';

/** Keys of command mode and of code, for the sheet of keys. */
export const notebookKeys: KeyRows = {
  title: 'notebook.command.name',
  rows: [
    { keys: ['Esc'], title: 'notebook.command.leave' },
    { keys: ['Enter'], title: 'notebook.command.edit' },
    { keys: ['↑', '↓', 'K', 'J'], title: 'notebook.command.select' },
    { keys: ['Shift+↑', 'Shift+↓'], title: 'notebook.command.extend' },
    { keys: ['Shift+Enter'], title: 'notebook.command.runNext' },
    { keys: ['Ctrl+Enter'], title: 'notebook.command.run' },
    { keys: ['A', 'B'], title: 'notebook.command.insert' },
    { keys: ['D D'], title: 'notebook.delete' },
    { keys: ['X', 'C', 'V'], title: 'notebook.command.clipboard' },
    { keys: ['Z'], title: 'notebook.command.undo' },
    { keys: ['M', 'Y'], title: 'notebook.command.kind' },
    { keys: ['1', '6'], title: 'notebook.command.heading' },
    { keys: ['Shift+M'], title: 'notebook.command.merge' },
    { keys: ['Ctrl+Shift+-'], title: 'notebook.command.split' },
    { keys: ['Alt+↑'], title: 'notebook.shiftUp' },
    { keys: ['Alt+↓'], title: 'notebook.shiftDown' },
    { keys: ['O'], title: 'notebook.command.output' },
    { keys: ['I I'], title: 'notebook.command.stop' },
    { keys: ['0 0'], title: 'notebook.restart.menu' },
  ],
};

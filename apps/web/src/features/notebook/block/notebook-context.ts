import { createContext, useContext } from 'react';
import type * as Y from 'yjs';
import type { CellViews } from './cell-views.ts';
import type { CursorField } from './cursor-field.ts';

/** What the blocks of an open notebook share. */
export interface Notebook {
  id: string;
  doc: Y.Doc;
  /** Cursors in code, apart from those in text. */
  codeCursors: CursorField;
  isEditable: boolean;
  /** Only the connection stands in the way of editing, and will be back. */
  isPaused: boolean;
  /** A kernel is being created: nothing can be run meanwhile (KRN-038). */
  isCreatingKernel: boolean;
  /** There is a kernel that can be asked. */
  hasKernel: boolean;
  /** The editors of the code blocks that are drawn. */
  views: CellViews;
  /** Queues one block; true when the server took it. */
  run(blockId: string, code: string): Promise<boolean>;
  /** Queues several blocks in their order, as one chain. */
  runAll(blocks: readonly { blockId: string; code: string }[]): Promise<boolean>;
  stop(blockId: string): void;
  /** Ends the kernel on which a block runs that does not heed a stop. */
  endKernel(blockId: string): void;
  clear(blockId: string): void;
  /** Gives a line to code that asks for it; false when the server did not take it. */
  answer(blockId: string, inputId: string, value: string): Promise<boolean>;
}

export const NotebookContext = createContext<Notebook | null>(null);

/** The open notebook. Only its own blocks may ask. */
export function useNotebook(): Notebook {
  const notebook = useContext(NotebookContext);
  if (!notebook) throw new Error('A block of a notebook was drawn outside of one.');
  return notebook;
}

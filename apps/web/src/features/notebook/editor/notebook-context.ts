import { createContext, useContext } from 'react';
import type * as Y from 'yjs';
import type { KernelQuestions } from '../assist/kernel-question.ts';
import type { CellHosts } from '../cell/cell-hosts.ts';
import type { CellViews } from '../cell/cell-views.ts';
import type { CursorField } from '../cell/cursor-field.ts';
import type { Comments } from '../comment/use-comments.ts';

/** What the blocks of an open notebook share. */
export interface Notebook {
  id: string;
  doc: Y.Doc;
  /** Cursors in code, apart from those in text. */
  codeCursors: CursorField;
  isEditable: boolean;
  /** Only the connection stands in the way of editing, and will be back. */
  isPaused: boolean;
  comments: Pick<Comments, 'store' | 'mayComment'>;
  /** A kernel is being created: nothing can be run meanwhile (KRN-038). */
  isCreatingKernel: boolean;
  /** What can be asked of the kernel while code is written. */
  questions: KernelQuestions;
  /** Where the code blocks stand, and which of them are drawn. */
  hosts: CellHosts;
  views: CellViews;
  /** Queues one block; true when the server took it. */
  run(blockId: string, code: string): Promise<boolean>;
  stop(blockId: string): void;
  /** Ends the kernel on which a block runs that does not heed a stop. */
  endKernel(blockId: string): void;
  clear(blockId: string): void;
}

export const NotebookContext = createContext<Notebook | null>(null);

/** The open notebook. Only its own blocks may ask. */
export function useNotebook(): Notebook {
  const notebook = useContext(NotebookContext);
  if (!notebook) throw new Error('A block of a notebook was drawn outside of one.');
  return notebook;
}

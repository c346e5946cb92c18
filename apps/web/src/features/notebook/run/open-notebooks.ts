import type { Runs } from './use-runs.ts';

/** What the panel of a notebook lends to commands. */
export interface OpenNotebook {
  runs: Pick<Runs, 'restart' | 'stopAll' | 'clearAll'>;
  runAll(): void;
}

const open = new Map<string, OpenNotebook>();

/** The panel lends its notebook; returns how to take it back. */
export function lendNotebook(notebookId: string, lent: OpenNotebook): () => void {
  open.set(notebookId, lent);
  return () => {
    if (open.get(notebookId) === lent) open.delete(notebookId);
  };
}

export function findOpenNotebook(notebookId: string): OpenNotebook | null {
  return open.get(notebookId) ?? null;
}

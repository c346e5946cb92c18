import { sourceOf } from '@groma/model';
import type * as Y from 'yjs';

/** The blocks of an open notebook, for commands that are run from outside of it. */
interface LentBlocks {
  doc: Y.Doc;
  /** Ids of the blocks that are selected. */
  selected(): string[];
}

const lent = new Map<string, LentBlocks>();

/** Lends the blocks of a notebook as long as it is drawn; returns how to end it. */
export function lendBlocks(notebookId: string, blocks: LentBlocks): () => void {
  lent.set(notebookId, blocks);
  return () => {
    if (lent.get(notebookId) === blocks) lent.delete(notebookId);
  };
}

/** What blocks of an open notebook say, those that are selected unless some are named; null where there are none. */
export function textOfBlocks(notebookId: string, named: readonly string[]): string | null {
  const blocks = lent.get(notebookId);
  const ids = named.length > 0 ? named : (blocks?.selected() ?? []);
  return (blocks && ids.length > 0 ? sourceOf(blocks.doc, ids) : undefined) ?? null;
}

import { dropLooseOrigins, notebookCells, readBlocks, unmarkComments } from '@groma/model';
import * as Y from 'yjs';
import { settleCells } from './settle-cells.ts';

/**
 * SerialQueue a document into a copy of a notebook with its outputs: what runs in the original is idle here, and what
 * only an undo would need is not here. Comments stay with the original.
 */
export function fillCopy(doc: Y.Doc, original: Y.Doc): void {
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(original));
  settleCells(doc, null);
  dropLooseCells(doc);
  unmarkComments(doc);
}

/**
 * Data of blocks that were deleted is kept in a notebook so that the deletion can be undone; a copy has no use for it.
 */
function dropLooseCells(doc: Y.Doc): void {
  const used = new Set(readBlocks(doc).map(({ codeId }) => codeId));
  const cells = notebookCells(doc);
  for (const codeId of cells.keys()) if (!used.has(codeId)) cells.delete(codeId);
  dropLooseOrigins(doc);
}

import { cellOf, readCell, type ensureCell } from '@groma/model';
import type * as Y from 'yjs';

/** Documents of the notebooks that are open here, so that a block pasted from one into another finds its code. */
const openDocuments = new Set<Y.Doc>();

/** Makes a notebook's code known to others on this page; returns how to take it back. */
export function lendCode(doc: Y.Doc): () => void {
  openDocuments.add(doc);
  return () => {
    openDocuments.delete(doc);
  };
}

/** The code that a block has in another notebook, or on the clipboard. */
export function codeElsewhere(codeId: string): Parameters<typeof ensureCell>[2] {
  for (const doc of openDocuments) {
    const cell = cellOf(doc, codeId);
    if (!cell) continue;
    const { code, label, language } = readCell(cell);
    return { code, label, language };
  }
  return {};
}

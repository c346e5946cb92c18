import {
  codeLanguages,
  GromaError,
  insertCell,
  mergeTexts,
  placeOfBlock,
  removeBlock,
  replaceCell,
  restoreBlock,
  sourceCells,
  sourceOf,
  takeOutBlock,
  type BlockPlace,
  type PackedNode,
} from '@groma/model';
import type * as Y from 'yjs';
import type { ChangeAsked, ChangeDoer, ChangeRow } from './change-row.ts';

/** What a change of a cell did, by how it was made. `ids` are the blocks that the cell has become. */
type AppliedCell =
  | { kind: 'inserted'; ids: string[]; after: string }
  | { kind: 'edited'; ids: string[]; before: string; after: string }
  | { kind: 'deleted'; packed: PackedNode; place: BlockPlace }
  | { kind: 'moved'; from: BlockPlace; to: BlockPlace }
  | { kind: 'none' };

export type CellToChange = Pick<ChangeRow, 'title' | 'target' | 'before' | 'after'> & { language?: string | null };

/**
 * Cells of notebooks, in their live document. Without `before` a cell is inserted, without `after` deleted; where both
 * are the same it is moved behind `place`.
 */
export const cellChange: ChangeDoer = {
  apply: (asked) => inNotebook(asked, (doc) => applyCell(doc, asked.change)),
  async revert(asked) {
    const { applied, title } = asked.change;
    if (applied === null) throw new GromaError('ORIGINAL_GONE', { name: title });
    await inNotebook(asked, (doc) => {
      revertCell(doc, asked.change, applied as AppliedCell);
    });
    return { isLess: false };
  },
};

async function inNotebook<T>(
  { platform, needs, projectId, user, change }: ChangeAsked,
  edit: (doc: Y.Doc) => T,
): Promise<T> {
  const notebookId = change.target['notebook']!;
  const { projectId: owner } = await platform.access.requireOwned(
    user.id,
    'notebook',
    notebookId,
    'update',
    'notebook',
  );
  if (owner !== projectId) throw new GromaError('NOT_FOUND', { noun: 'notebook' });
  return needs.editNotebook(notebookId, edit);
}

/**
 * Makes a change of a cell in a document, or throws before it has changed anything.
 * @throws GromaError CHANGE_CONFLICT
 */
export function applyCell(doc: Y.Doc, change: CellToChange): AppliedCell {
  const { title, language = null } = change;
  const before = change.before as string | null;
  const after = change.after as string | null;
  const id = change.target['cell']!;
  const place = placeOf(change);
  const current = sourceOf(doc, [id]);
  const conflict = new GromaError('CHANGE_CONFLICT', { name: title });
  if (before === null) {
    if (after === null) return { kind: 'none' };
    if (current !== undefined) return { kind: 'inserted', ids: [id], after: current };
    const made = codeLanguages.find((each) => each === language) ?? null;
    const ids = insertCell(doc, { id, language: made, label: null, source: after }, place);
    return { kind: 'inserted', ids, after: sourceOf(doc, ids)! };
  }
  if (after === null) {
    if (current === undefined) return { kind: 'none' };
    if (current !== before) throw conflict;
    // What is in it is nobody's to delete with it.
    return { kind: 'deleted', ...takeOutBlock(doc, id)! };
  }
  if (current === undefined) throw conflict;
  if (before === after) return moveCell(doc, id, place);
  const merged = mergeTexts(before, current, after);
  if (merged === null) throw conflict;
  const ids = replaceCell(doc, [id], merged);
  return { kind: 'edited', ids, before: current, after: sourceOf(doc, ids)! };
}

function moveCell(doc: Y.Doc, id: string, place: BlockPlace): AppliedCell {
  const from = placeOfBlock(doc, id)!;
  if (place.after === id || isSamePlace(from, place)) return { kind: 'none' };
  const { packed } = removeBlock(doc, id)!;
  restoreBlock(doc, packed, place);
  return { kind: 'moved', from, to: placeOfBlock(doc, id)! };
}

function revertCell(doc: Y.Doc, { title, target }: ChangeRow, applied: AppliedCell): void {
  const id = target['cell']!;
  const conflict = new GromaError('CHANGE_CONFLICT', { name: title });
  switch (applied.kind) {
    case 'inserted': {
      const present = sourceCells(doc).filter((cell) => applied.ids.includes(cell.id));
      if (present.length > 0 && sourceOf(doc, applied.ids) !== applied.after) throw conflict;
      for (const each of applied.ids) takeOutBlock(doc, each);
      return;
    }
    case 'edited': {
      const current = sourceOf(doc, applied.ids);
      if (current === undefined) throw new GromaError('ORIGINAL_GONE', { name: title });
      const merged = mergeTexts(applied.after, current, applied.before);
      if (merged === null) throw conflict;
      replaceCell(doc, applied.ids, merged);
      return;
    }
    case 'deleted':
      if (sourceOf(doc, [id]) === undefined) restoreBlock(doc, applied.packed, applied.place);
      return;
    case 'moved': {
      const now = placeOfBlock(doc, id);
      if (!now || !isSamePlace(now, applied.to)) throw conflict;
      moveCell(doc, id, applied.from);
      return;
    }
    case 'none':
      return;
    default:
      applied satisfies never;
  }
}

/** Behind a cell; without one it is the first. */
function placeOf({ target }: CellToChange): BlockPlace {
  const after = target['place'];
  return after === undefined || after === '' ? {} : { after };
}

function isSamePlace(one: BlockPlace, other: BlockPlace): boolean {
  return one.after === other.after && one.inside === other.inside;
}

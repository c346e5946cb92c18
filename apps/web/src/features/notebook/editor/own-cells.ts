import { cellOf, codeCellType, copyCell, ensureCell, newId } from '@groma/model';
import type * as Y from 'yjs';
import { readingOrder } from '../block/block-order.ts';
import { codeElsewhere } from '../block/lent-code.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';

interface CodeBlock {
  id: string;
  codeId: string;
}

/** Of the blocks that came in, those that share their code with another block or have none: each needs its own. */
export function blocksWithoutOwnCode(all: readonly CodeBlock[], cameIn: ReadonlySet<string>): CodeBlock[] {
  const owners = new Map<string, string>();
  for (const { id, codeId } of all) if (!cameIn.has(id) && codeId !== '') owners.set(codeId, id);
  return all.filter(({ id, codeId }) => {
    if (!cameIn.has(id)) return false;
    if (codeId === '' || owners.has(codeId)) return true;
    owners.set(codeId, id);
    return false;
  });
}

/**
 * Gives each duplicated or pasted block a code of its own, a copy of the one it came with. Only what this person
 * brought in is looked at: two people who mend the same block would otherwise each make a copy.
 */
export function keepCodeOwn(editor: NotebookEditor, doc: Y.Doc): () => void {
  const stop = editor.onChange((_editor, { getChanges }) => {
    const cameIn = new Set(
      getChanges()
        .filter(
          ({ type, source, block }) => type === 'insert' && source.type !== 'yjs-remote' && block.type === codeCellType,
        )
        .map(({ block }) => block.id),
    );
    if (cameIn.size === 0) return;
    const all = readingOrder(editor.document).flatMap((block) =>
      block.type === codeCellType ? [{ id: block.id, codeId: block.props.codeId }] : [],
    );
    const wanting = blocksWithoutOwnCode(all, cameIn);
    const strange = all.filter(
      ({ id, codeId }) =>
        cameIn.has(id) && codeId !== '' && !cellOf(doc, codeId) && !wanting.some((block) => block.id === id),
    );
    if (wanting.length === 0 && strange.length === 0) return;
    doc.transact(() => {
      for (const { codeId } of strange) ensureCell(doc, codeId, codeElsewhere(codeId));
      for (const { id, codeId } of wanting) {
        const own = newId();
        if (codeId === '') ensureCell(doc, own);
        else copyCell(doc, codeId, own);
        editor.updateBlock(id, { type: codeCellType, props: { codeId: own } });
      }
    });
  });
  return () => stop?.();
}

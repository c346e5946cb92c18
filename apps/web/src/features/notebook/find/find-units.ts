import { cellCode, cellOf, codeCellType, idleCell, readCellState, type LiveCell } from '@groma/model';
import type * as Y from 'yjs';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { textOfBlock } from '../block/textblock-decorations.ts';

/** A text in which something can be found. `start` is where it begins in the editor of the blocks. */
export type FindUnit =
  | { kind: 'text'; blockId: string; text: string; start: number }
  | { kind: 'code' | 'title'; blockId: string; text: string; cell: LiveCell };

/** All texts of a notebook in their order: texts, and of code its title and itself. */
export function findUnits(editor: NotebookEditor, doc: Y.Doc): FindUnit[] {
  const units: FindUnit[] = [];
  let blockId = '';
  editor.prosemirrorView?.state.doc.descendants((node, position) => {
    if (node.type.name === 'blockContainer') blockId = String(node.attrs['id'] ?? '');
    if (node.type.name === codeCellType) {
      const cell = cellOf(doc, String(node.attrs['codeId']));
      if (!cell) return false;
      const { label } = readCellState(cell);
      if (label !== idleCell.label) units.push({ kind: 'title', blockId, text: label, cell });
      units.push({ kind: 'code', blockId, text: cellCode(cell).toString(), cell });
    }
    if (node.isTextblock) units.push({ kind: 'text', blockId, text: textOfBlock(node), start: position + 1 });
    return !node.isTextblock;
  });
  return units;
}

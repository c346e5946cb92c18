import { cellOutputs, ensureCell, newId, type NewBlock, type NotebookOutput, type WholeOutput } from '@groma/model';
import * as Y from 'yjs';
import type { OutputPiece } from './output-piece.ts';
import { OutputWriter } from './output-writer.ts';

/** Blocks of a template with their long outputs taken out, and the pieces to keep beside the notebook. */
export function moveLongOutputs(blocks: readonly NewBlock[]): { blocks: NewBlock[]; pieces: OutputPiece[] } {
  const pieces: OutputPiece[] = [];
  const move = (block: NewBlock): NewBlock => ({
    ...block,
    ...(block.children && { children: block.children.map(move) }),
    ...(block.cell?.outputs && { cell: { ...block.cell, outputs: shorten(block.cell.outputs as WholeOutput[], pieces) } }),
  });
  return { blocks: blocks.map(move), pieces };
}

function shorten(outputs: readonly WholeOutput[], pieces: OutputPiece[]): NotebookOutput[] {
  const doc = new Y.Doc();
  const cell = ensureCell(doc, 'cell');
  const edit = new OutputWriter('cell', newId<'run'>()).plan(doc, outputs, 0);
  pieces.push(...edit.pieces);
  doc.transact(() => { edit.apply(); });
  return cellOutputs(cell).toArray();
}

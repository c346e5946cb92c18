import {
  cellOutputs,
  ensureCell,
  newId,
  type Kept,
  type NewBlock,
  type NewNotebook,
  type NotebookOutput,
  type WholeOutput,
} from '@groma/model';
import * as Y from 'yjs';
import type { OutputPiece } from './output-piece.ts';
import { inlineOutput, OutputWriter, storedCharacters } from './output-writer.ts';
import { splitText } from './split-text.ts';

/** A notebook whose long texts are kept beside it. */
interface ShortNotebook {
  blocks: NewBlock[];
  file: Kept | undefined;
  pieces: OutputPiece[];
}

/**
 * A new notebook with its long outputs and the long texts of its Jupyter file taken out, and the pieces to keep beside
 * it.
 */
export function moveLongOutputs({ blocks, file }: NewNotebook): ShortNotebook {
  const pieces: OutputPiece[] = [];
  const kept = <Name extends string>(name: Name, text: Kept | undefined): Partial<Record<Name, Kept>> =>
    text === undefined ? {} : ({ [name]: shortenText(text, pieces) } as Record<Name, Kept>);
  const move = (block: NewBlock): NewBlock => ({
    ...block,
    ...kept('origin', block.origin),
    ...(block.children && { children: block.children.map(move) }),
    ...(block.cell && {
      cell: {
        ...block.cell,
        ...kept('kept', block.cell.kept),
        ...kept('keptOutputs', block.cell.keptOutputs),
        ...(block.cell.outputs && { outputs: shorten(block.cell.outputs as WholeOutput[], pieces) }),
      },
    }),
  });
  return { blocks: blocks.map(move), file: file === undefined ? undefined : shortenText(file, pieces), pieces };
}

function shorten(outputs: readonly WholeOutput[], pieces: OutputPiece[]): NotebookOutput[] {
  const doc = new Y.Doc();
  const cell = ensureCell(doc, 'cell');
  const edit = new OutputWriter('cell', newId<'run'>()).plan(doc, outputs, 0);
  pieces.push(...edit.pieces);
  doc.transact(() => {
    edit.apply();
  });
  return cellOutputs(cell).toArray();
}

function shortenText(text: Kept, pieces: OutputPiece[]): Kept {
  if (typeof text !== 'string' || text.length <= inlineOutput) return text;
  const id = newId();
  const parts = splitText(text, storedCharacters);
  pieces.push(...parts.map((part, index) => ({ outputId: id, index, firstLine: 0, text: part })));
  return { kind: 'stored', id, of: 'text', characters: text.length, lines: 0, pieces: parts.length };
}

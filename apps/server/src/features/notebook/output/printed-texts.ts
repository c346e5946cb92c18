import { cellOutputs, notebookCells, type NotebookOutput } from '@groma/model';
import * as Y from 'yjs';
import type { OutputStore } from './output-store.ts';

/**
 * All texts that the block of a kept output has given, in their order: the beginning of what it printed stands in the
 * document, the rest beside it. Of a block that has been cleared since, the kept output alone.
 */
export async function* printedTexts(
  doc: Y.Doc,
  notebookId: string,
  outputId: string,
  store: OutputStore,
): AsyncGenerator<string> {
  const cells = [...notebookCells(doc).values()].filter((cell) => cell instanceof Y.Map);
  const outputs = cells
    .map((cell) => cellOutputs(cell).toArray())
    .find((each) => each.some((output) => output.kind === 'stored' && output.id === outputId));
  if (!outputs) yield* store.pieces(notebookId, outputId);
  for (const output of outputs ?? [])
    if (output.kind !== 'stored') yield printedText(output);
    else if (output.of === 'text' || output.of === 'stderr') yield* store.pieces(notebookId, output.id);
    else if (output.of === 'text/plain') yield printedText(await store.whole(notebookId, output));
}

function printedText(output: NotebookOutput | null): string {
  switch (output?.kind) {
    case 'text':
    case 'stderr':
      return output.text;
    case 'text/plain':
    case 'traceback':
      return `${output.text}\n`;
    default:
      return '';
  }
}

import type { NotebookOutput } from '@groma/model';
import { fillPath, notebook as calls } from '@groma/protocol';
import { plainText } from '../block/ansi.ts';
import { textOf } from './output-text.ts';

/** Where a printed text that is kept beside a notebook can be downloaded: what is kept of it. */
function outputAddress(notebookId: string, projectId: string, outputId: string): string {
  return fillPath(calls.downloadOutput.path, { notebookId, projectId, outputId });
}

/** Where all that its block has printed can be downloaded: the beginning stands in the notebook. */
export function blockAddress(notebookId: string, projectId: string, outputId: string): string {
  return `${outputAddress(notebookId, projectId, outputId)}?block=true`;
}

/**
 * The outputs as text for the clipboard, with what is kept beside the notebook. It comes in pieces and is worked on in
 * pieces, so that the page answers meanwhile. @throws Error when it cannot be read
 */
export async function wholeText(
  outputs: readonly NotebookOutput[],
  notebookId: string,
  projectId: string,
): Promise<Blob> {
  const parts: string[] = [];
  for (const output of outputs) {
    if (output.kind !== 'stored') parts.push(textOf(output));
    else if (output.of === 'text' || output.of === 'stderr')
      await readText(outputAddress(notebookId, projectId, output.id), parts);
  }
  return new Blob(parts, { type: 'text/plain' });
}

async function readText(address: string, parts: string[]): Promise<void> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(response.statusText);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) parts.push(plainText(piece.value));
}

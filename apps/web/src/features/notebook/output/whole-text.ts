import type { NotebookOutput } from '@groma/model';
import { fillPath, notebook as calls } from '@groma/protocol';
import { outputText } from './output-text.ts';

/** Where a printed text that is kept beside a notebook can be downloaded whole. */
export function outputAddress(notebookId: string, projectId: string, outputId: string): string {
  return fillPath(calls.downloadOutput.path, { notebookId, projectId, outputId });
}

/** The outputs as text for the clipboard, with what is kept beside the notebook. @throws Error when that cannot be read */
export async function wholeText(outputs: readonly NotebookOutput[], notebookId: string, projectId: string): Promise<string> {
  const parts = await Promise.all(outputs.map(async (output) => {
    if (output.kind !== 'stored') return [output];
    if (output.of !== 'text' && output.of !== 'stderr') return [];
    const response = await fetch(outputAddress(notebookId, projectId, output.id));
    if (!response.ok) throw new Error(response.statusText);
    return [{ kind: output.of, text: await response.text() }];
  }));
  return outputText(parts.flat());
}

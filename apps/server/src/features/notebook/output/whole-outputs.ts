import { cellOutputs, notebookCells, storedTexts, type StoredOutput, type WholeOutput } from '@groma/model';
import * as Y from 'yjs';
import type { OutputStore } from './output-store.ts';

/** What stands in a document for outputs that are kept beside it. */
export function storedOutputs(doc: Y.Doc): StoredOutput[] {
  return [...notebookCells(doc).values()]
    .filter((cell) => cell instanceof Y.Map)
    .flatMap((cell) =>
      cellOutputs(cell)
        .toArray()
        .filter((output) => output.kind === 'stored'),
    );
}

/** Ids of all that a document names of what is kept beside it. */
export function namedOutputs(doc: Y.Doc): string[] {
  return [...storedOutputs(doc), ...storedTexts(doc)].map(({ id }) => id);
}

/** The outputs that are kept beside a document, by id. */
export async function wholeOutputs(
  doc: Y.Doc,
  notebookId: string,
  store: OutputStore,
): Promise<Map<string, WholeOutput>> {
  return readAll(storedOutputs(doc), notebookId, store);
}

/** All that is kept beside a document, by id: outputs, and texts of the Jupyter file that it came from. */
export async function wholeNotebook(
  doc: Y.Doc,
  notebookId: string,
  store: OutputStore,
): Promise<Map<string, WholeOutput>> {
  return readAll([...storedOutputs(doc), ...storedTexts(doc)], notebookId, store);
}

async function readAll(
  all: readonly StoredOutput[],
  notebookId: string,
  store: OutputStore,
): Promise<Map<string, WholeOutput>> {
  const found = new Map<string, WholeOutput>();
  for (const stored of all) {
    const output = await store.whole(notebookId, stored);
    if (output) found.set(stored.id, output);
  }
  return found;
}

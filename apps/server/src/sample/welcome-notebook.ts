import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The sample project's notebook, as the text of an nbformat 4 document with the outputs of a run in the product's own
 * kernel (`test/sample/run-sample-notebook.ts`). Its code runs without a network.
 */
export function readWelcomeNotebook(): Promise<string> {
  return readFile(join(import.meta.dirname, 'data', 'where-people-live.ipynb'), 'utf8');
}

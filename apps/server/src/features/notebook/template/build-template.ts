import { createNotebookDocument, GromaError, limit, readTemplate, type NewBlock, type NewNotebook } from '@groma/model';
import * as Y from 'yjs';
import { moveLongOutputs } from '../output/move-long-outputs.ts';
import type { OutputPiece } from '../output/output-piece.ts';

/**
 * A notebook that was made of a template: its document as an update of Yjs, and the long outputs that are kept beside
 * it.
 */
export interface BuiltNotebook {
  state: Uint8Array;
  pieces: OutputPiece[];
}

/** What can be made of a template. Each may take seconds for a large one. */
export const templateWork = {
  /** The document of a notebook. */
  build(template: unknown): BuiltNotebook {
    const { blocks, file, pieces } = moveLongOutputs(readNotebook(template));
    const doc = new Y.Doc();
    createNotebookDocument(doc, blocks, file);
    return { state: Y.encodeStateAsUpdate(doc), pieces };
  },
  /** The Python code of each block at the top, empty for all other blocks, and the variables of the inputs. */
  code(template: unknown): { cells: string[]; names: string[] } {
    const { blocks } = readNotebook(template);
    const names = blocks.flatMap(({ props }) => (typeof props?.['varName'] === 'string' ? [props['varName']] : []));
    return { cells: blocks.map(pythonOf), names };
  },
};

export type TemplateWork = keyof typeof templateWork;

/** @throws GromaError BAD_NOTEBOOK_TEMPLATE, NOTEBOOK_TOO_LONG */
function readNotebook(template: unknown): NewNotebook {
  const notebook = readTemplate(template);
  if (!hasAtMost(notebook.blocks, limit.templateBlocks))
    throw new GromaError('NOTEBOOK_TOO_LONG', { limit: limit.templateBlocks });
  return notebook;
}

function hasAtMost(blocks: readonly NewBlock[], most: number): boolean {
  const waiting = [...blocks];
  let count = 0;
  for (let block = waiting.pop(); block; block = waiting.pop()) {
    count += 1;
    if (count > most) return false;
    for (const child of block.children ?? []) waiting.push(child);
  }
  return true;
}

function pythonOf({ cell }: NewBlock): string {
  return cell && (cell.language ?? 'python') === 'python' ? (cell.code ?? '') : '';
}

import { cellCode, codeCellType, ensureCell, newId, type CodeLanguage } from '@groma/model';
import type * as Y from 'yjs';

/** Code for a new block; Python, and without a name of its own, where nothing is said. */
export interface CodeToInsert {
  code: string;
  language?: CodeLanguage;
  label?: string;
}

/** Makes the code of a new block, and the block that is to be inserted in the same transaction. */
export function newCodeBlock(
  doc: Y.Doc,
  code = '',
  { language = 'python', label }: Omit<CodeToInsert, 'code'> = {},
): { type: typeof codeCellType; props: { codeId: string } } {
  const codeId = newId();
  const cell = ensureCell(doc, codeId, { language, ...(label !== undefined && { label }) });
  if (code !== '') cellCode(cell).insert(0, code);
  return { type: codeCellType, props: { codeId } };
}

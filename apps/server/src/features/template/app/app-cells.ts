import { cellOf, codeLanguages, readBlocks, readCell, type CodeLanguage } from '@groma/model';
import type * as Y from 'yjs';

/** A code block of an application, as it is run. */
export interface AppCell {
  id: string;
  label: string;
  language: CodeLanguage;
  code: string;
}

/** The code blocks of a notebook that have code which a kernel can run, in their order. */
export function appCells(doc: Y.Doc): AppCell[] {
  return readBlocks(doc).flatMap(({ codeId }) => {
    const cell = codeId === null ? undefined : cellOf(doc, codeId);
    if (!cell || codeId === null) return [];
    const { code, label, language } = readCell(cell);
    const known = codeLanguages.find((each) => each === language);
    return code.trim() === '' || !known ? [] : [{ id: codeId, label, language: known, code }];
  });
}

/**
 * Where a run begins after inputs have changed: at the first block whose code has one of their names as a word. What it
 * makes may be used by any block after it, so that all of those run too. After the last where none names one.
 */
export function firstToRun(cells: readonly Pick<AppCell, 'code'>[], changed: readonly string[]): number {
  if (changed.length === 0) return cells.length;
  // Names are letters of ASCII, digits and underscores.
  const word = new RegExp(String.raw`(?<!\w)(?:${changed.join('|')})(?!\w)`);
  const found = cells.findIndex(({ code }) => word.test(code));
  return found < 0 ? cells.length : found;
}

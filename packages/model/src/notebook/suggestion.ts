import { replaceText } from '../file/text-change.ts';
import { codeLanguages, type CodeLanguage } from './block-type.ts';
import { cellCode, setCell, type LiveCell } from './cell.ts';

/** What the assistant suggests for a code block (NBK-064): its whole new code, with a title and a language for it. */
export interface CodeSuggestion {
  newCode: string;
  /** Null leaves the title or the language as it is. */
  newLabel: string | null;
  newLanguage: CodeLanguage | null;
}

/** Lines of the code that a change replaces by lines of the new code, counted from 0, the last one excluded. */
export interface SuggestedChange {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/** The suggestion that waits for a decision, which everybody at the notebook sees; null where there is none. */
export function readSuggestion(cell: LiveCell): CodeSuggestion | null {
  const [newCode, newLabel, newLanguage] = [cell.get('newCode'), cell.get('newLabel'), cell.get('newLanguage')];
  if (typeof newCode !== 'string') return null;
  return {
    newCode,
    newLabel: typeof newLabel === 'string' && newLabel !== '' ? newLabel : null,
    newLanguage: codeLanguages.find((language) => language === newLanguage) ?? null,
  };
}

/** Shows a suggestion, in the place of one that waits (AIA-028). */
export function setSuggestion(cell: LiveCell, { newCode, newLabel, newLanguage }: CodeSuggestion): void {
  within(cell, null, () => {
    cell.set('newCode', newCode.replace(/\r\n?/g, '\n'));
    for (const [name, value] of Object.entries({ newLabel, newLanguage })) {
      if (value !== null) cell.set(name, value);
      else if (cell.has(name)) cell.delete(name);
    }
  });
}

/** Takes all that is left of a suggestion into the code, with its title and language (AIA-029, AIA-030). */
export function acceptSuggestion(cell: LiveCell, origin: unknown): void {
  const suggestion = readSuggestion(cell);
  if (suggestion)
    within(cell, origin, () => {
      replaceText(cellCode(cell), suggestion.newCode);
      takeNames(cell, suggestion);
      clearSuggestion(cell);
    });
}

/** Gives up what is left of a suggestion; code, title and language stay as they are (AIA-031). */
export function rejectSuggestion(cell: LiveCell): void {
  within(cell, null, () => {
    clearSuggestion(cell);
  });
}

/**
 * Takes one change into the code, with title and language (AIA-029, AIA-030), or gives it up. With the last one the
 * suggestion ends; true when it has.
 */
export function resolveChange(
  cell: LiveCell,
  { fromA, toA, fromB, toB }: SuggestedChange,
  isAccepted: boolean,
  origin: unknown,
): boolean {
  const suggestion = readSuggestion(cell);
  if (!suggestion) return true;
  return within(cell, origin, () => {
    const code = cellCode(cell);
    const [lines, newLines] = [code.toString().split('\n'), suggestion.newCode.split('\n')];
    if (isAccepted) {
      replaceText(code, lines.toSpliced(fromA, toA - fromA, ...newLines.slice(fromB, toB)).join('\n'));
      takeNames(cell, suggestion);
    } else cell.set('newCode', newLines.toSpliced(fromB, toB - fromB, ...lines.slice(fromA, toA)).join('\n'));
    const isResolved = code.toString() === cell.get('newCode');
    if (isResolved) clearSuggestion(cell);
    return isResolved;
  });
}

function takeNames(cell: LiveCell, { newLabel, newLanguage }: CodeSuggestion): void {
  setCell(cell, {
    ...(newLabel !== null && { label: newLabel }),
    ...(newLanguage !== null && { language: newLanguage, languageName: null }),
  });
}

function clearSuggestion(cell: LiveCell): void {
  for (const name of ['newCode', 'newLabel', 'newLanguage']) if (cell.has(name)) cell.delete(name);
}

/** Does it as one edit of the document. */
function within<Result>(cell: LiveCell, origin: unknown, edit: () => Result): Result {
  return cell.doc ? cell.doc.transact(edit, origin) : edit();
}

import { mergeTexts } from '../file/merge-texts.ts';
import { replaceText } from '../file/text-change.ts';
import { codeLanguages, type CodeLanguage } from './block-type.ts';
import { cellCode, setCell, type LiveCell } from './cell.ts';

/** What the assistant suggests for a code block (NBK-064): its whole new code, with a title and a language for it. */
export interface CodeSuggestion {
  newCode: string;
  /** Null leaves the title or the language as it is. */
  newLabel: string | null;
  newLanguage: CodeLanguage | null;
  /** Somebody has changed the same lines of the code since: it can only be given up. */
  isConflicting?: true;
}

/** Lines of the code that a change replaces by lines of the new code, counted from 0, the last one excluded. */
export interface SuggestedChange {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/**
 * The suggestion that waits for a decision, which everybody at the notebook sees; null where there is none. What others
 * have changed in the code since it was asked for is in the new code as well.
 */
export function readSuggestion(cell: LiveCell): CodeSuggestion | null {
  const [newCode, newLabel, newLanguage] = [cell.get('newCode'), cell.get('newLabel'), cell.get('newLanguage')];
  if (typeof newCode !== 'string') return null;
  const asked = cell.get('askedCode');
  const merged = typeof asked === 'string' ? mergeTexts(asked, cellCode(cell).toString(), newCode) : newCode;
  return {
    newCode: merged ?? newCode,
    ...(merged === null && { isConflicting: true as const }),
    newLabel: typeof newLabel === 'string' && newLabel !== '' ? newLabel : null,
    newLanguage: codeLanguages.find((language) => language === newLanguage) ?? null,
  };
}

/**
 * Shows a suggestion for the code as it was when it was asked for, by default as it is, in the place of one that waits
 * (AIA-028).
 */
export function setSuggestion(
  cell: LiveCell,
  { newCode, newLabel, newLanguage }: CodeSuggestion,
  askedCode = cellCode(cell).toString(),
): void {
  within(cell, null, () => {
    cell.set('newCode', newCode.replace(/\r\n?/g, '\n'));
    cell.set('askedCode', askedCode);
    for (const [name, value] of Object.entries({ newLabel, newLanguage })) {
      if (value !== null) cell.set(name, value);
      else if (cell.has(name)) cell.delete(name);
    }
  });
}

/**
 * Takes all that is left of a suggestion into the code, with its title and language (AIA-029, AIA-030); false where it
 * conflicts with what others have written, which stays.
 */
export function acceptSuggestion(cell: LiveCell, origin: unknown): boolean {
  const suggestion = readSuggestion(cell);
  if (!suggestion) return true;
  if (suggestion.isConflicting) return false;
  within(cell, origin, () => {
    replaceText(cellCode(cell), suggestion.newCode);
    takeNames(cell, suggestion);
    clearSuggestion(cell);
  });
  return true;
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
  if (suggestion.isConflicting) return false;
  return within(cell, origin, () => {
    const code = cellCode(cell);
    const [lines, newLines] = [code.toString().split('\n'), suggestion.newCode.split('\n')];
    if (isAccepted) {
      replaceText(code, lines.toSpliced(fromA, toA - fromA, ...newLines.slice(fromB, toB)).join('\n'));
      takeNames(cell, suggestion);
    } else newLines.splice(fromB, toB - fromB, ...lines.slice(fromA, toA));
    // What others have written is in both from here on.
    cell.set('newCode', newLines.join('\n'));
    cell.set('askedCode', code.toString());
    const isResolved = code.toString() === newLines.join('\n');
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
  for (const name of ['newCode', 'askedCode', 'newLabel', 'newLanguage']) if (cell.has(name)) cell.delete(name);
}

/** Does it as one edit of the document. */
function within<Result>(cell: LiveCell, origin: unknown, edit: () => Result): Result {
  return cell.doc ? cell.doc.transact(edit, origin) : edit();
}

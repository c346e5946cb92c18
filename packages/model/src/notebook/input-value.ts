import type * as Y from 'yjs';
import { readBlocks, type ReadBlock } from './read-blocks.ts';

/** The value of an input block, as code sees it under its variable name (NBK-105). */
export interface InputValue {
  name: string;
  value: number | string | string[] | null;
}

/** Words that no variable can be called in one of the languages of code blocks (Python 3.13, ECMAScript 2025, R 4). */
const reserved = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal ' +
    'not or pass raise return try while with yield case catch const debugger default delete do enum export extends function implements instanceof ' +
    'interface let new null package private protected public static super switch this throw typeof var void repeat next TRUE FALSE NULL NA Inf NaN'
  ).split(' '),
);

/** Why a name cannot be a variable's. */
export type NameProblem = 'empty' | 'signs' | 'digit' | 'reserved' | 'long';

/**
 * What keeps code of some language from using a variable of this name: letters of ASCII, digits and underscores may;
 * null when nothing does.
 */
export function nameProblem(name: string): NameProblem | null {
  if (name === '') return 'empty';
  if (/\W/.test(name)) return 'signs';
  if (/^\d/.test(name)) return 'digit';
  if (name.length > 100) return 'long';
  return reserved.has(name) || name.startsWith('__') ? 'reserved' : null;
}

/** Whether code of every language can use a variable of this name. */
export function isVariableName(name: string): boolean {
  return nameProblem(name) === null;
}

/** A name that is not taken: the wanted one, or it with a number. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let free = wanted;
  for (let number = 2; taken.has(free); number += 1) free = `${wanted}_${number}`;
  return free;
}

/**
 * The values of a notebook's input blocks in reading order: a slider's number, the text of a text input, a date as
 * dd-MM-yyyy, the reference of data (null when none is chosen), the chosen option of a selector (null when none is), or
 * the list of them where several can be chosen. Of two blocks of one name the later counts; a name that code cannot use
 * is left out.
 */
export function inputValues(doc: Y.Doc): InputValue[] {
  const values = new Map<string, InputValue>();
  for (const block of readBlocks(doc)) {
    const value = valueOf(block);
    const name = String(block.props['varName'] ?? '');
    if (value === undefined || !isVariableName(name)) continue;
    values.delete(name);
    values.set(name, { name, value });
  }
  return [...values.values()];
}

function valueOf({ type, props }: ReadBlock): InputValue['value'] | undefined {
  switch (type) {
    case 'slider':
      return sliderValue(props);
    case 'textInput':
      return String(props['text'] ?? '');
    case 'dateSelector':
      return String(props['date'] ?? '');
    case 'dataInput':
      return String(props['data'] ?? '') || null;
    case 'selector': {
      const chosen = parseTexts(props['selected']);
      return props['allowMultiple'] === true || props['allowMultiple'] === 'true' ? chosen : (chosen[0] ?? null);
    }
    default:
      return undefined;
  }
}

/** People who move a slider and its ends at once may leave the value outside; code sees what the slider shows. */
function sliderValue(props: ReadBlock['props']): number {
  const [value, min, max] = ['value', 'min', 'max'].map((name) => Number(props[name])) as [number, number, number];
  if (!Number.isFinite(value)) return 0;
  return min <= max ? Math.min(max, Math.max(min, value)) : value;
}

/** A list of texts as a prop holds it: JSON; anything else is not text. */
export function parseTexts(prop: unknown): string[] {
  try {
    const list: unknown = JSON.parse(String(prop));
    return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

import type { ExpressionFunction, Parameter } from '../node.ts';
import { LONGEST_TEXT, toNumber, toText } from '../value.ts';

const text: Parameter = { name: 'text', type: 'text' };
const count: Parameter = { name: 'count', type: 'number' };
const any: Parameter = { name: 'value', type: 'any' };

const changed = (name: string, change: (value: string) => string, example: string): ExpressionFunction => ({
  name,
  group: 'text',
  parameters: [text],
  result: 'text',
  example,
  run: ([value]) => change(value as string),
});
const tested = (name: string, test: (value: string, part: string) => boolean, example: string): ExpressionFunction => ({
  name,
  group: 'text',
  parameters: [text, { name: 'part', type: 'text' }],
  result: 'boolean',
  example,
  run: ([value, part]) => test(value as string, part as string),
});

/** Places in a text count characters as people see them in most scripts (code points), from 1. */
export const TEXT_FUNCTIONS: readonly ExpressionFunction[] = [
  changed('upper', (value) => value.toUpperCase(), "upper('rome')"),
  changed('lower', (value) => value.toLowerCase(), "lower('ROME')"),
  changed(
    'title',
    (value) =>
      value
        .toLowerCase()
        .replace(
          /(^|[^\p{L}\p{M}\p{N}'’])(\p{L})/gu,
          (_, before: string, letter: string) => before + letter.toUpperCase(),
        ),
    "title('new york')",
  ),
  changed('trim', (value) => value.trim(), "trim('  a  ')"),
  {
    name: 'character_count',
    group: 'text',
    parameters: [text],
    result: 'number',
    example: "character_count('abc')",
    run: ([value]) => [...(value as string)].length,
  },
  {
    name: 'concat',
    group: 'text',
    parameters: [any],
    repeats: 'last',
    result: 'text',
    example: "concat('A', 1)",
    takesEmpty: true,
    run: (values) => bounded(values.map((value) => toText(value) ?? '').join('')),
  },
  {
    name: 'left',
    group: 'text',
    parameters: [text, count],
    result: 'text',
    example: "left('abcdef', 2)",
    run: ([value, number]) => [...(value as string)].slice(0, Math.max(0, number as number)).join(''),
  },
  {
    name: 'right',
    group: 'text',
    parameters: [text, count],
    result: 'text',
    example: "right('abcdef', 2)",
    run: ([value, number]) =>
      (number as number) < 1 ? '' : [...(value as string)].slice(-(number as number)).join(''),
  },
  {
    name: 'substring',
    group: 'text',
    parameters: [text, { name: 'start', type: 'number' }, { ...count, optional: true }],
    result: 'text',
    example: "substring('abcdef', 2, 3)",
    run: ([value, start, number]) =>
      [...(value as string)]
        .slice(
          Math.max(0, (start as number) - 1),
          number === undefined ? undefined : Math.max(0, (start as number) - 1 + (number as number)),
        )
        .join(''),
  },
  {
    name: 'replace',
    group: 'text',
    parameters: [text, { name: 'part', type: 'text' }, { name: 'by', type: 'text' }],
    result: 'text',
    example: "replace('a-b', '-', '+')",
    run: ([value, part, by]) => replaced(value as string, part as string, by as string),
  },
  {
    name: 'split',
    group: 'text',
    parameters: [text, { name: 'separator', type: 'text' }, { name: 'place', type: 'number' }],
    result: 'text',
    example: "split('a,b,c', ',', 2)",
    run: ([value, separator, place]) =>
      piecesOf(value as string, separator as string).at(
        (place as number) > 0 ? (place as number) - 1 : (place as number),
      ) ?? null,
  },
  {
    name: 'position',
    group: 'text',
    parameters: [text, { name: 'part', type: 'text' }],
    result: 'number',
    example: "position('abc', 'b')",
    run: ([value, part]) => placeOf(value as string, part as string),
  },
  tested('contains', (value, part) => value.includes(part), "contains('abc', 'b')"),
  tested('starts_with', (value, part) => value.startsWith(part), "starts_with('abc', 'a')"),
  tested('ends_with', (value, part) => value.endsWith(part), "ends_with('abc', 'c')"),
  {
    name: 'pad_left',
    group: 'text',
    parameters: [text, count, { name: 'by', type: 'text', optional: true }],
    result: 'text',
    example: "pad_left('7', 3, '0')",
    run: ([value, number, by = ' ']) => padded(value as string, number as number, by as string),
  },
  {
    name: 'text',
    group: 'text',
    parameters: [any],
    result: 'text',
    example: 'text(12)',
    run: ([value]) => toText(value ?? null),
  },
  {
    name: 'number',
    group: 'text',
    parameters: [any],
    result: 'number',
    example: "number('12.5')",
    run: ([value]) => (typeof value === 'boolean' ? Number(value) : toNumber(value ?? null)),
  },
];

function piecesOf(value: string, separator: string): string[] {
  return separator === '' ? Array.from(value) : value.split(separator);
}

function bounded(value: string): string | null {
  return value.length > LONGEST_TEXT ? null : value;
}

function replaced(value: string, part: string, by: string): string | null {
  if (part === '') return value;
  const pieces = value.split(part);
  return value.length + (pieces.length - 1) * by.length > LONGEST_TEXT ? null : pieces.join(by);
}

function placeOf(value: string, part: string): number {
  const at = value.indexOf(part);
  return at < 0 ? 0 : Array.from(value.slice(0, at)).length + 1;
}

function padded(value: string, length: number, by: string): string | null {
  return length > LONGEST_TEXT ? null : value.padStart(length, by);
}

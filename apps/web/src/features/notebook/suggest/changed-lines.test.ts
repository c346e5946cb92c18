import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';
import { ensureCell, readCell, readSuggestion, resolveChange, setSuggestion } from '@groma/model';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { changedLines } from './changed-lines.ts';

const textOf = (code: string): Text => Text.of(code.split('\n'));
/** Numbers from 0 to below `most`, the same each time. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

/** Decides all changes one after another, and gives the code that comes of it. */
function decide(code: string, newCode: string, choose: () => boolean, next: (most: number) => number): string {
  const cell = ensureCell(new Y.Doc(), 'c', { code });
  setSuggestion(cell, { newCode, newLabel: null, newLanguage: null });
  for (let left = 100; left > 0; left--) {
    const suggestion = readSuggestion(cell);
    if (!suggestion) break;
    const [a, b] = [textOf(readCell(cell).code), textOf(suggestion.newCode)];
    const chunks = Chunk.build(a, b);
    resolveChange(cell, changedLines(chunks[next(chunks.length)]!, a, b), choose(), null);
  }
  expect(readSuggestion(cell)).toBe(null);
  return readCell(cell).code;
}

test('[AIA-029] [AIA-031] all changes accepted one by one, in any order, give the new code; all rejected the old', () => {
  const next = numbers(7);
  const lines = ['a', 'b', '', 'c', 'd', 'x = 1'];
  const random = () => Array.from({ length: 1 + next(9) }, () => lines[next(lines.length)]).join('\n');
  for (let round = 0; round < 400; round++) {
    const [code, newCode] = [random(), random()];
    if (code === newCode) continue;
    expect([code, newCode, decide(code, newCode, () => true, next)]).toEqual([code, newCode, newCode]);
    expect([code, newCode, decide(code, newCode, () => false, next)]).toEqual([code, newCode, code]);
    decide(code, newCode, () => next(2) === 0, next);
  }
});

test('changes at the ends of the code, and of code that is empty', () => {
  for (const [code, newCode] of [
    ['', 'a'],
    ['a', ''],
    ['a', 'a\nb'],
    ['a\nb', 'a'],
    ['a\n', 'a'],
    ['b', 'a\nb'],
  ] as const)
    for (const isAccepted of [true, false])
      expect(
        decide(
          code,
          newCode,
          () => isAccepted,
          () => 0,
        ),
      ).toBe(isAccepted ? newCode : code);
});

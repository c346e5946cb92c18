import { Text } from '@codemirror/state';
import type { LintDiagnostic } from '@groma/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lintDelayMs, NotebookLinter, type LintQuestion } from './notebook-linter.ts';
import { byBlock, isError, placeDiagnostics } from './place-diagnostics.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const diagnostic = (change: Partial<LintDiagnostic> = {}): LintDiagnostic => ({
  severity: 2,
  message: 'unused',
  ruleId: 'F401',
  block_index: 0,
  location: { row: 1, column: 8 },
  end_location: { row: 1, column: 12 },
  ...change,
});

interface Asked {
  question: LintQuestion;
  signal: AbortSignal;
  answer(diagnostics: LintDiagnostic[]): void;
  fail(): void;
}

function start(code = 'import math') {
  const asked: Asked[] = [];
  const shown: Record<string, string[]>[] = [];
  const now = { code };
  const linter = new NotebookLinter({
    read: () => ({ blocks: [{ blockId: 'a', code: now.code, language: 'python' }], names: [] }),
    ask: (question, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ question, signal, answer: resolve, fail: () => reject(new Error('gone')) });
      }),
    show: (found) =>
      shown.push(Object.fromEntries([...found].map(([id, list]) => [id, list.map(({ ruleId }) => ruleId)]))),
  });
  return { linter, asked, shown, now };
}

test('[NBK-058] the linter is asked 1 s after edits have stopped, not before', async () => {
  const { linter, asked } = start();
  linter.edited();
  vi.advanceTimersByTime(lintDelayMs - 1);
  linter.edited();
  vi.advanceTimersByTime(lintDelayMs - 1);
  expect(asked).toHaveLength(0);
  vi.advanceTimersByTime(1);
  expect(asked).toHaveLength(1);
  expect(lintDelayMs).toBe(1_000);
});

test('[NBK-059] a newer question ends the one before, whose answer is not shown', async () => {
  const { linter, asked, shown, now } = start();
  linter.edited();
  vi.advanceTimersByTime(lintDelayMs);
  now.code = 'import os';
  linter.edited();
  vi.advanceTimersByTime(lintDelayMs);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  asked[0]?.answer([diagnostic({ ruleId: 'OLD' })]);
  asked[1]?.answer([diagnostic({ ruleId: 'NEW' })]);
  await vi.runAllTimersAsync();
  expect(shown).toEqual([{ a: ['NEW'] }]);
});

test('[NBK-060] a question that fails clears what is shown', async () => {
  const { linter, asked, shown, now } = start();
  linter.edited();
  vi.advanceTimersByTime(lintDelayMs);
  asked[0]?.answer([diagnostic()]);
  await vi.runAllTimersAsync();
  now.code += ' # more';
  linter.edited();
  vi.advanceTimersByTime(lintDelayMs);
  asked[1]?.fail();
  await vi.runAllTimersAsync();
  expect(shown).toEqual([{ a: ['F401'] }, { a: [] }]);
});

test('[NBK-058] code that has not changed is not sent again, and what is known of it is shown where blocks are drawn anew', async () => {
  const { linter, asked, shown } = start();
  linter.edited();
  vi.advanceTimersByTime(lintDelayMs);
  asked[0]?.answer([diagnostic()]);
  await vi.runAllTimersAsync();
  linter.moved();
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(1);
  expect(shown).toEqual([{ a: ['F401'] }, { a: ['F401'] }]);
});

test('[NBK-058] without Python there is nothing to ask', async () => {
  const { linter, asked, shown } = start('  ');
  linter.edited();
  await vi.runAllTimersAsync();
  expect([asked.length, shown]).toEqual([0, [{ a: [] }]]);
});

test('[NBK-061] [NBK-054] what is found is shown in the block, at the row and column it is of', () => {
  const found = byBlock(
    [{ blockId: 'a' }, { blockId: 'b' }],
    [diagnostic({ block_index: 1 }), diagnostic({ block_index: 7 })],
  );
  expect([...found].map(([id, list]) => [id, list.length])).toEqual([
    ['a', 0],
    ['b', 1],
  ]);
  const doc = Text.of(['import math', 'x = (']);
  expect(placeDiagnostics(doc, [diagnostic()])).toEqual([
    { from: 7, to: 11, severity: 'warning', source: 'F401', message: 'unused' },
  ]);
  const places = placeDiagnostics(doc, [
    diagnostic({ location: { row: 2, column: 6 }, end_location: { row: 2, column: 6 } }),
    diagnostic({ location: { row: 9, column: 1 }, end_location: { row: 9, column: 3 } }),
    diagnostic({ location: { row: 1, column: 500 }, end_location: { row: 1, column: 501 } }),
  ]);
  for (const { from, to } of places) expect([from >= 0, from < to, to <= doc.length]).toEqual([true, true, true]);
});

test('[NBK-057] severity below 2 is an error, more a warning', () => {
  expect([0, 1, 2, 3].map((severity) => isError({ severity }))).toEqual([true, true, false, false]);
  expect(placeDiagnostics(Text.of(['x']), [diagnostic({ severity: 1 })])[0]?.severity).toBe('error');
});

import { expect, test } from 'vitest';
import { isRefusal } from './refusal.ts';

test('[SHL-134] what was refused as input, or asked about, is no failed operation', () => {
  const refused = (code: string, details = {}): boolean => isRefusal({ code, details });
  expect(refused('IMPORT_FAILED', { reason: 'missing-crs' })).toBe(true);
  expect(refused('IMPORT_FAILED', { reason: 'unreadable' })).toBe(false);
  expect(
    ['TOOL_EXPRESSION_WRONG', 'EXPRESSION_WRONG', 'BAD_INPUT', 'TOOL_NEEDS_POINTS'].map((code) => refused(code)),
  ).toEqual([true, true, true, true]);
  expect(
    ['TOOL_CELL_FAILED', 'TOOL_RESULT_TOO_LARGE', 'INTERNAL', 'DISK_FULL', 'gone'].map((code) => refused(code)),
  ).toEqual([false, false, false, false, false]);
  expect(isRefusal(null)).toBe(false);
});

import { expect, test } from 'vitest';
import { partialDraft, wholeDraft } from './growing-object.ts';

test('[DBS-027] [DBS-028] what has come of the object is read at every place where it may be cut', () => {
  const draft = { title: 'A "quoted" title', sql: 'SELECT \'a\\\\b\', "é🌾"\n\tFROM t' };
  const text = JSON.stringify(draft).replace('é', '\\u00e9').replace('🌾', '\\ud83c\\udf3e');
  // Half of a character made of two is shown for a moment, as where it stands.
  const steps = Array.from({ length: text.length + 1 }, (_, end) =>
    (partialDraft(text.slice(0, end))?.sql ?? '').replace(/[\ud800-\udbff]$/, ''),
  );
  expect(steps.filter((sql, at) => at > 0 && !sql.startsWith(steps[at - 1]!))).toEqual([]);
  expect(steps.at(-1)).toBe(draft.sql);
  expect(wholeDraft(text)).toEqual(draft);
});

test('what broke off is not whole', () => {
  expect(wholeDraft('{"sql":"SELECT 1')).toBe(null);
  expect(partialDraft('{"title":"T')).toBe(null);
  expect(partialDraft('')).toBe(null);
  expect(wholeDraft('{"sql":"S","error":{"code":"MODEL_BUSY","message":"busy"}}')?.error?.code).toBe('MODEL_BUSY');
});

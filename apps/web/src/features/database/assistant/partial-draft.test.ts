import { expect, test } from 'vitest';
import { partialDraft, wholeDraft } from './partial-draft.ts';

test('[DBS-027] [DBS-028] what has come of the object is read at every place where it may be cut', () => {
  const draft = { title: 'A "quoted" title', sql: 'SELECT \'a\\\\b\', "é🌾"\n\tFROM t' };
  const text = JSON.stringify(draft).replace('é', '\\u00e9').replace('🌾', '\\ud83c\\udf3e');
  let before = '';
  for (let end = 0; end <= text.length; end++) {
    const sql = partialDraft(text.slice(0, end))?.sql ?? '';
    if (!/[\ud800-\udbff]$/.test(sql)) {
      expect(sql.startsWith(before)).toBe(true);
      before = sql;
    }
  }
  expect(before).toBe(draft.sql);
  expect(wholeDraft(text)).toEqual(draft);
});

test('what broke off is not whole', () => {
  expect(wholeDraft('{"sql":"SELECT 1')).toBe(null);
  expect(partialDraft('{"title":"T')).toBe(null);
  expect(partialDraft('')).toBe(null);
  expect(wholeDraft('{"sql":"S","error":{"code":"MODEL_BUSY","message":"busy"}}')?.error?.code).toBe('MODEL_BUSY');
});

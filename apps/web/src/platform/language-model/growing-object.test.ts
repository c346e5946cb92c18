import { assistant } from '@groma/protocol';
import { expect, test } from 'vitest';
import { partialObject, readGrowing, wholeObject } from './growing-object.ts';

const partialDraft = (text: string) => partialObject(text, assistant.sqlDraftReply);
const wholeDraft = (text: string) => wholeObject(text, assistant.sqlDraftReply);

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

test('[AIA-026] a stream is read piece by piece; what it ends with in place of its rest is thrown', async () => {
  const read = async (text: string) => {
    const pieces: string[] = [];
    const whole = await readGrowing(new Response(text), assistant.codeSuggestion, ({ code }) => pieces.push(code));
    return { whole, last: pieces.at(-1) };
  };
  const suggestion = { title: 'T', coding_language: 'python', code: 'a = "ü"\n' };
  expect(await read(JSON.stringify(suggestion))).toEqual({ whole: suggestion, last: suggestion.code });
  await expect(read('{"coding_language":"python","code":"a')).rejects.toThrow(/^$/);
  const failed = { ...suggestion, error: { code: 'MODEL_BUSY', message: 'busy' } };
  await expect(read(JSON.stringify(failed))).rejects.toMatchObject({ code: 'MODEL_BUSY', message: 'busy' });
});

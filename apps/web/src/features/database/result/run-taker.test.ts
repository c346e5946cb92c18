import { frameHeader, type SqlEvent } from '@groma/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { runOfHistory, isKeptWhole } from '../history/query-run.ts';
import { RunTaker } from './run-taker.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const statement: SqlEvent = { type: 'statement', index: 0, start: 0, end: 8 };
const end: SqlEvent = { type: 'end', milliseconds: 1, effect: 'none', success: true };

function framesOf(events: SqlEvent[]): Uint8Array<ArrayBuffer>[] {
  return events.flatMap((event) => {
    const content = new TextEncoder().encode(JSON.stringify(event));
    return [Uint8Array.from(frameHeader('event', content.length)), content];
  });
}

async function taken(events: SqlEvent[]) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(new Blob(framesOf(events)))));
  return new RunTaker('run', new Map(), () => undefined).run('/run', '{}');
}

test('[DBS-084] an answer that stops before its end is a failure, however cleanly it stops', async () => {
  expect(await taken([statement, end])).toBeNull();
  expect(await taken([statement])).toMatchObject({ code: 'CUT_OFF' });
  expect(await taken([])).toMatchObject({ code: 'CUT_OFF' });
});

test('[DBS-084] a result of the history that is not whole, or not kept whole, cannot be downloaded as if it were', () => {
  const item = {
    id: 'q',
    query: 'SELECT 1',
    timestamp: '2026-05-01T10:00:00Z',
    success: false,
    isExecuting: false,
    executionTime: 1,
    error: 'it broke',
  };
  const result = { result_id: 'r', columns: [{ name: 'n', type: 'INTEGER' }], rowCount: 1_000, rows: [] };
  const resultOf = (success: boolean, about: object) =>
    runOfHistory({ ...item, success, results: [{ ...result, ...about }] }).results[0]!;
  expect(resultOf(false, { isWhole: false, keptRows: 1_000 })).toMatchObject({
    status: 'failure',
    resultId: null,
    failure: { message: 'it broke' },
  });
  expect(
    [{ isWhole: true, keptRows: 1_000 }, { isWhole: true, keptRows: 400 }, {}].map((about) =>
      isKeptWhole(resultOf(true, about)),
    ),
  ).toEqual([true, false, true]);
  // Those of an earlier version do not say it, and are believed where the run succeeded.
  expect(isKeptWhole(resultOf(false, {}))).toBe(false);
});

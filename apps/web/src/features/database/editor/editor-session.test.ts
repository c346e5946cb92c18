import { afterEach, expect, test, vi } from 'vitest';
import type { SqlEvent } from '@groma/protocol';
import type { ResultMessage } from '../result/result-messages.ts';
import { runOfHistory } from '../history/query-run.ts';
import { EditorSession } from './editor-session.ts';

/** A worker that says what the server is to have answered to a run. */
function answerWith(...said: SqlEvent[]): void {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage({ number, id, question }: ResultMessage): void {
        const tell = (data: unknown) => this.dispatchEvent(new MessageEvent('message', { data }));
        if (question === 'run') for (const each of said) tell({ event: 'told', runId: id, said: each });
        tell({ number, answer: null });
      }
      terminate(): void {}
    },
  );
}

async function statusAfter(
  ...said: SqlEvent[]
): Promise<{ status: string; failure: unknown; executionTime: number | null }> {
  answerWith(...said);
  const session = new EditorSession({
    runUrl: '/run',
    rowsUrl: (id) => id,
    cancel: () => undefined,
    failureText: ({ message }) => message,
    onEnd: () => undefined,
  });
  await session.execute({ query: 'SELECT 1', start: 0, params: undefined });
  const { status, failure, executionTime } = session.store.getState().shown!;
  return { status, failure, executionTime };
}

const canceled: SqlEvent = {
  type: 'error',
  index: 0,
  message: 'The query was canceled.',
  kind: 'canceled',
  position: null,
  milliseconds: 3,
};
const end: SqlEvent = { type: 'end', milliseconds: 3, effect: 'none', success: false };
const begun: SqlEvent = { type: 'statement', index: 0, start: 0, end: 8 };

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a query that is canceled says so, also before its first statement has begun', async () => {
  for (const said of [
    [canceled, end],
    [begun, canceled, end],
  ])
    expect(await statusAfter(...said)).toEqual({ status: 'stopped', failure: null, executionTime: 3 });
});

test('a query that fails before its first statement keeps what the server said', async () => {
  const lost = { ...canceled, kind: 'connection' as const, message: 'The database was stopped.' };
  expect(await statusAfter(lost, end)).toMatchObject({
    status: 'failure',
    failure: { message: 'The database was stopped.' },
  });
});

test('[DBS-084] rows that are not kept any more are no failure of their query', async () => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage({ number }: ResultMessage): void {
        this.dispatchEvent(
          new MessageEvent('message', {
            data: { number, answer: { message: 'gone', code: 'RESULT_GONE', details: {}, wasStopped: false } },
          }),
        );
      }
      terminate(): void {}
    },
  );
  const session = new EditorSession({
    runUrl: '/run',
    rowsUrl: (id) => id,
    cancel: () => undefined,
    failureText: ({ message }) => message,
    onEnd: () => undefined,
  });
  session.show(
    runOfHistory({
      id: 'r',
      query: 'SELECT 1',
      timestamp: '2026-01-01T00:00:00Z',
      success: true,
      isExecuting: false,
      executionTime: 1,
      error: null,
      results: [{ result_id: 'kept', columns: [{ name: 'n', type: 'INTEGER' }], rowCount: 1, rows: [] }],
    }),
  );
  await vi.waitFor(() => {
    expect(session.store.getState().shown!.results[0]).toMatchObject({
      isHeld: false,
      resultId: null,
      failure: null,
      rows: 1,
    });
  });
});

test('[DBS-046] a query whose worker cannot be loaded without a connection says so, and the next one is executed', async () => {
  let isOffline = true;
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        if (isOffline) setTimeout(() => this.dispatchEvent(new Event('error')));
      }
      postMessage({ number }: ResultMessage): void {
        if (!isOffline) this.dispatchEvent(new MessageEvent('message', { data: { number, answer: null } }));
      }
      terminate(): void {}
    },
  );
  const session = new EditorSession({
    runUrl: '/run',
    rowsUrl: (id) => id,
    cancel: () => undefined,
    failureText: ({ code }) => code ?? '',
    onEnd: () => undefined,
  });
  await session.execute({ query: 'SELECT 1', start: 0, params: undefined });
  expect(session.store.getState().shown).toMatchObject({ status: 'failure', failure: { message: 'UNREACHED' } });
  isOffline = false;
  await session.execute({ query: 'SELECT 2', start: 0, params: undefined });
  expect(session.store.getState().shown).toMatchObject({ query: 'SELECT 2', status: 'failure', failure: null });
});

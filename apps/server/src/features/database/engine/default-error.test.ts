import { expect, test } from 'vitest';
import { sqlErrorText } from '@groma/model';
import { asDuckdbError } from './duckdb/duckdb-error.ts';
import { SqlError, type EngineSession } from './engine.ts';
import { asPostgresError } from './postgres/postgres-error.ts';
import { withTimeLimit } from './time-limit.ts';

test('[DBS-039] [DBS-040] a failure that comes without a text has that of its kind of database', () => {
  expect(asPostgresError({ code: 'P0001', message: '' }).message).toBe('PostgreSQL query execution failed');
  expect(asDuckdbError(new Error(''), '', 'motherduck').message).toBe('MotherDuck query execution failed');
  expect(asDuckdbError(new Error(''), '').message).toBe('Query execution failed');
  expect(sqlErrorText(asPostgresError({ code: 'P0001', message: 'no' }).failure)).toBe('Query Execution Error: no');
});

test('[DBS-048] a query that takes too long is stopped, and is told as a connection failure with what took too long', async () => {
  let stop = (_error: Error): void => undefined;
  const endless: EngineSession = {
    run: () =>
      new Promise((_resolve, reject) => {
        stop = reject;
      }),
    cancel: () => {
      stop(new SqlError({ kind: 'canceled', detail: '' }));
    },
    close: () => Promise.resolve(),
  };
  const failure = await withTimeLimit(endless, 20)
    .run('SELECT 1')
    .catch((error: unknown) => error as SqlError);
  expect(sqlErrorText((failure as SqlError).failure)).toMatch(/^SQL Connection Error: The query took longer than /);
  expect(sqlErrorText({ kind: 'canceled', detail: '' })).toBe('The query was canceled.');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { GromaError } from '@groma/model';
import { makeDatabase } from '../../../../test/test-server.ts';
import { openDatabase, type Database } from '../../../platform/database/database.ts';
import { createLog } from '../../../platform/log.ts';
import { OutputStore } from './output-store.ts';
import { sweepOutputsJob } from './sweep-outputs-job.ts';

let database: Database;
let outputs: OutputStore;
beforeAll(async () => {
  database = await openDatabase(await makeDatabase());
  outputs = new OutputStore(database);
});
afterAll(() => database.close());

const keep = (notebookId: string, ...outputIds: string[]) =>
  outputs.keep(
    notebookId,
    outputIds.map((outputId) => ({ outputId, index: 0, firstLine: 0, text: 'long' })),
  );
const pass = (hours: number) =>
  database.pool.query('UPDATE output_pieces SET kept_at = kept_at - make_interval(hours => $1)', [hours]);
const left = async (notebookId: string) =>
  (
    await database.pool.query<{ id: string }>(
      'SELECT output_id AS id FROM output_pieces WHERE notebook_id = $1 ORDER BY 1',
      [notebookId],
    )
  ).rows.map(({ id }) => id);

test('what a notebook named a day ago can be brought back, however long it was there', async () => {
  await keep('edited', 'deleted', 'shown');
  await pass(24);
  await outputs.sweep('edited', ['deleted', 'shown']);
  // Deleted right before the outputs are swept.
  await pass(24);
  await outputs.sweep('edited', ['shown']);
  expect(await left('edited')).toEqual(['deleted', 'shown']);
  await pass(24);
  await outputs.sweep('edited', ['shown']);
  expect(await left('edited')).toEqual(['shown']);
});

test('outputs of a notebook that cannot be read stay, those of one that is gone go', async () => {
  await keep('gone', 'a');
  await keep('unreadable', 'b');
  await pass(48);
  const read = (id: string) =>
    Promise.reject(
      id === 'gone'
        ? new GromaError('NOT_FOUND', { noun: 'document' })
        : new Error('Connection terminated unexpectedly'),
    );
  await sweepOutputsJob({ read }, outputs, createLog(true)).run({}, new AbortController().signal);
  expect([await left('gone'), await left('unreadable')]).toEqual([[], ['b']]);
});

import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { byServer } from '@groma/model';
import { makeDatabase } from '../../../test/test-server.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { defineJob, JobQueue } from './jobs.ts';

let queue: JobQueue;
const done: string[] = [];
let failures = 1;
const job = defineJob<{ word: string }>({
  name: 'say',
  policy: byServer('a test asks for it'),
  run({ word }) {
    if (word === 'stumble' && failures-- > 0) return Promise.reject(new Error('stumbled'));
    done.push(word);
    return Promise.resolve();
  },
});

beforeAll(async () => {
  queue = new JobQueue(await makeDatabase(), { ...createLog(true), error: () => undefined }, createMetrics());
});
afterAll(() => queue.stop());

test('jobs that wait under one key are run once, and a job that fails is run again', async () => {
  await queue.send('say', { word: 'once' }, { key: 'k' });
  await queue.send('say', { word: 'once' }, { key: 'k' });
  await queue.send('say', { word: 'stumble' }, { key: 'other' });
  await queue.start([job], new AbortController().signal);
  await expect.poll(() => done.toSorted(), { timeout: 20_000, interval: 100 }).toEqual(['once', 'stumble']);
});

test('a queue whose database is not there yet starts when it is, and runs what is sent then', async () => {
  const url = new URL(await makeDatabase());
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = url.pathname.slice(1);
  await admin.query(`ALTER DATABASE ${name} RENAME TO ${name}_later`);
  const refused = Promise.withResolvers<void>();
  const log = { ...createLog(true), error: () => refused.resolve() };
  const late = new JobQueue(url.href, log, createMetrics());
  const starting = late.start([job], new AbortController().signal);
  await refused.promise;
  expect(late.isUp).toBe(false);
  await admin.query(`ALTER DATABASE ${name}_later RENAME TO ${name}`);
  await admin.end();
  await starting;
  await late.send('say', { word: 'late' });
  await expect.poll(() => done, { timeout: 20_000, interval: 100 }).toContain('late');
  await late.stop();
});

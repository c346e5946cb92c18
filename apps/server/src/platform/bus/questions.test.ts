import { afterAll, beforeAll, expect, test } from 'vitest';
import { GromaError } from '@groma/model';
import { makeDatabase } from '../../../test/test-server.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { openBus, type Bus } from './bus.ts';
import { createQuestions, type Questions } from './questions.ts';

let database: Database;
let buses: Bus[];
let here: Questions;
let there: Questions;
const log = { info: () => undefined, error: () => undefined };
beforeAll(async () => {
  database = await openDatabase(await makeDatabase(), 6);
  buses = [await openBus(database, log), await openBus(database, log)];
  [here, there] = buses.map((bus) => createQuestions(bus, log)) as [Questions, Questions];
});
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await database.close();
});

test('a question is answered by the process that knows, however long both are', async () => {
  there.answer('double', ({ words }: { words: string[] }) => Promise.resolve(words.map((word) => word + word)));
  const words = Array.from({ length: 5_000 }, (_, n) => `wört "${n}"`);
  expect(await here.ask('double', { words })).toEqual(words.map((word) => word + word));
  there.answer('nothing', () => Promise.resolve());
  expect(await here.ask('nothing', null)).toBe(null);
  expect(await Promise.all([1, 2, 3].map((n) => here.ask('double', { words: [String(n)] })))).toEqual([
    ['11'],
    ['22'],
    ['33'],
  ]);
});

test('a question about what this process knows itself takes no way round', async () => {
  const same = {};
  here.answer('own', () => Promise.resolve(same));
  expect(await here.ask('own', null)).toBe(same);
});

test('what goes wrong is told as it was thrown, or as a failure that is logged', async () => {
  there.answer('refuse', () => Promise.reject(new GromaError('FILE_NOT_FOUND', { path: '/data/a' })));
  there.answer('break', () => Promise.reject(new Error('a secret of this process')));
  await expect(here.ask('refuse', null)).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
    details: { path: '/data/a' },
  });
  await expect(here.ask('break', null)).rejects.toMatchObject({ code: 'INTERNAL' });
});

test('a question that nobody answers fails, and one that is worked on may take its time', async () => {
  await expect(here.ask('unknown', null, { patienceMs: 200 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const work = Promise.withResolvers<string>();
  there.answer('long', () => work.promise);
  const asked = here.ask('long', null, { patienceMs: 1_500 });
  // Longer than the patience: the signs of life keep it waiting.
  setTimeout(() => {
    work.resolve('done');
  }, 2_500);
  expect(await asked).toBe('done');
});

test('a process that goes away stops the work that it asked for', async () => {
  const bus = await openBus(database, log);
  const gone = createQuestions(bus, log);
  const begun = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  there.answer('abandoned', (_question, signal) => {
    begun.resolve();
    signal.addEventListener('abort', () => {
      aborted.resolve();
    });
    return new Promise(() => undefined);
  });
  // Nobody is there to hear of the failure any more.
  gone.ask('abandoned', null).catch(() => undefined);
  await begun.promise;
  await bus.close();
  await expect(aborted.promise).resolves.toBeUndefined();
});

test('who asks no more stops the work', async () => {
  const aborted = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  there.answer('stoppable', (_question, signal) => {
    begun.resolve();
    signal.addEventListener('abort', () => {
      aborted.resolve();
    });
    return new Promise(() => undefined);
  });
  const canceler = new AbortController();
  const asked = here.ask('stoppable', null, { signal: canceler.signal });
  const outcome = asked.catch((error: unknown) => error);
  await begun.promise;
  canceler.abort();
  expect(await outcome).toMatchObject({ code: 'CANCELED' });
  await aborted.promise;
});

import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { makeDatabase } from '../../../test/test-server.ts';
import { openDatabase } from '../database/database.ts';
import { openBus } from './bus.ts';

test('the bus is back after an outage that outlasts its first tries, and tells that it is', async () => {
  const log = { info: () => undefined, error: () => undefined };
  const database = await openDatabase(await makeDatabase(), 2);
  const [one, two] = [await openBus(database, log), await openBus(database, log)];
  const heard: string[] = [];
  let reconnected = 0;
  two.subscribe('word', ({ word }: { word: string }) => heard.push(word));
  two.subscribe('bus-reconnected', () => {
    reconnected += 1;
  });
  await one.publish('word', { word: 'before' });
  await expect.poll(() => heard).toEqual(['before']);

  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = new URL(database.url).pathname.slice(1);
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(reconnected).toBe(0);
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await admin.end();

  await expect.poll(() => reconnected, { timeout: 15_000 }).toBe(1);
  await one.publish('word', { word: 'after' });
  await expect.poll(() => heard).toEqual(['before', 'after']);
  await Promise.all([one.close(), two.close()]);
  await database.close();
});

test('what is published together is heard in its order, also what is said twice', async () => {
  const log = { info: () => undefined, error: () => undefined };
  const database = await openDatabase(await makeDatabase(), 4);
  const [one, two] = [await openBus(database, log), await openBus(database, log)];
  const heard: number[] = [];
  two.subscribe('number', ({ number }: { number: number }) => heard.push(number));
  const numbers = Array.from({ length: 60 }, (_, n) => n - (n % 2));
  await Promise.all(numbers.map((number) => one.publish('number', { number })));
  await expect.poll(() => heard.length).toBe(60);
  expect(heard).toEqual(numbers);
  await expect(one.publish('number', { text: 'é'.repeat(3_500) })).rejects.toThrow('too long');
  await Promise.all([one.close(), two.close()]);
  await database.close();
});

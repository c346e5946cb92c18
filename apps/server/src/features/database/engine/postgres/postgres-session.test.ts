import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { TypeNames } from './postgres-columns.ts';
import type { PostgresSettings } from './postgres-connect.ts';
import { PostgresSession } from './postgres-session.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let clients: pg.Client[];
let session: PostgresSession;

beforeEach(async () => {
  clients = await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client({ connectionString: inject('postgresUrl') });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    }),
  );
  const settings: PostgresSettings = {
    type: 'postgres',
    addresses: [],
    host: '',
    port: 0,
    database: '',
    user: '',
    password: '',
    tls: 'disable',
    certificate: undefined,
    statementMs: 60_000,
  };
  session = new PostgresSession(clients[0]!, settings, new TypeNames(), () => Promise.resolve(clients[1]!));
});
afterEach(async () => {
  await session.close();
  await clients[1]!.end();
});

async function count(sql: string, seen: (rows: number) => void = () => undefined): Promise<number> {
  let rows = 0;
  for await (const batch of (await session.run(sql)).batches) {
    rows += batch.rows;
    seen(rows);
  }
  return rows;
}

test('[DBS-083] rows that were handed on are not held: a result of any length is read in the memory of a few parts', async () => {
  const heaps: number[] = [];
  const measure = (rows: number): void => {
    if (rows < 20_000 * (heaps.length + 1)) return;
    collect();
    heaps.push(process.memoryUsage().heapUsed);
  };
  expect(await count("SELECT i, repeat('x', 500) || i AS text FROM generate_series(1, 120000) i", measure)).toBe(
    120_000,
  );
  // 60,000 rows of 500 characters lie between the two.
  expect(heaps[4]! - heaps[1]!).toBeLessThan(15_000_000);
});

test('a connection that is lost while an answer is awaited, or between two, is an error', async () => {
  const end = () =>
    clients[1]!.query('SELECT pg_terminate_backend($1)', [(clients[0] as unknown as { processID: number }).processID]);
  // Heard at once: the loss may come before the call that ends the connection has its answer.
  const waiting = count('SELECT pg_sleep(60)').catch((error: unknown) => error);
  await expect
    .poll(
      async () =>
        (
          await clients[1]!.query(
            "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'",
          )
        ).rowCount,
    )
    .toBe(1);
  await end();
  expect(await waiting).toMatchObject({ failure: { kind: 'connection' } });
  await expect(count('SELECT 1')).rejects.toMatchObject({ failure: { kind: 'connection' } });
});

test('a statement that fails only when its transaction ends is no success', async () => {
  await count('CREATE TEMPORARY TABLE towns (id int PRIMARY KEY)');
  await count('CREATE TEMPORARY TABLE streets (town int REFERENCES towns DEFERRABLE INITIALLY DEFERRED)');
  await expect(count('INSERT INTO streets VALUES (1)')).rejects.toMatchObject({
    failure: { detail: expect.stringContaining('foreign key') as string },
  });
  expect(await count('SELECT * FROM streets')).toBe(0);
});

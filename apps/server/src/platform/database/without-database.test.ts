import { createServer } from 'node:net';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { DatabaseClient, isWithoutDatabase } from './without-database.ts';

/** A port at which nobody listens. */
async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test("[ACC-126] a database that can't be reached is told from another server that can't, and from a query that is wrong", async () => {
  const port = await unusedPort();
  const away = new pg.Pool({ Client: DatabaseClient, connectionString: `postgresql://groma@127.0.0.1:${port}/groma` });
  expect(isWithoutDatabase(await failureOf(away.query('SELECT 1')))).toBe(true);
  expect(isWithoutDatabase(new Error('Failed query', { cause: await failureOf(away.connect()) }))).toBe(true);
  expect(isWithoutDatabase(await failureOf(fetch(`http://127.0.0.1:${port}`)))).toBe(false);
  const there = new pg.Pool({ Client: DatabaseClient, connectionString: inject('postgresUrl') });
  expect(isWithoutDatabase(await failureOf(there.query('SELECT nonsense')))).toBe(false);
  const ended = failureOf(there.query('SELECT pg_terminate_backend(pg_backend_pid())'));
  expect(isWithoutDatabase(await ended)).toBe(true);
  await Promise.all([away.end(), there.end()]);
});

test('[ACC-126] a connection that is lost while it is lent out, between two questions, ends nothing but its transaction', async () => {
  const pool = new pg.Pool({ Client: DatabaseClient, connectionString: inject('postgresUrl'), max: 2 });
  pool.on('error', () => undefined);
  const client = await pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const lost = new Promise((resolve) => {
    client.once('end', resolve);
  });
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
  await lost;
  expect(isWithoutDatabase(await failureOf(client.query('SELECT 1')))).toBe(true);
  client.release(true);
  await pool.end();
});

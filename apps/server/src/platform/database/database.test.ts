import { sql } from './drizzle.ts';
import { expect, test } from 'vitest';
import { makeDatabase } from '../../../test/test-server.ts';
import { openDatabase } from './database.ts';
import { isWithoutDatabase } from './without-database.ts';

test('[ACC-126] a transaction whose connection is lost before it has begun, or in the middle, gives the connection back', async () => {
  const database = await openDatabase(await makeDatabase(), 2);
  const cutter = await openDatabase(database.url, 1);
  const cut = () =>
    cutter.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  for (let i = 0; i < 4; i += 1) {
    const lost = database.query.transaction(async (transaction) => {
      await cut();
      await transaction.execute(sql`SELECT 1`);
    });
    expect(
      isWithoutDatabase(
        await lost.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    ).toBe(true);
    // One that is idle and cut off looks well until it is asked to begin.
    await database.pool.query('SELECT 1');
    const beginning = database.query.transaction(() => Promise.resolve());
    await Promise.all([cut(), beginning.catch(() => undefined)]);
  }
  expect(
    await database.query.transaction(
      async (transaction) => (await transaction.execute<{ one: number }>(sql`SELECT 1 AS one`)).rows,
    ),
  ).toEqual([{ one: 1 }]);
  expect(database.pool.waitingCount).toBe(0);
  await Promise.all([database.close(), cutter.close()]);
});

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabase } from '../../../test/test-server.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { ServiceLeases, type LeasedService } from './service-leases.ts';
import { leaseClass, lockNumbers } from './take-lease.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase(await makeDatabase(), 2);
});
afterAll(() => database.close());

const open = (services: LeasedService[], dataFolder = '/data/one') =>
  ServiceLeases.open({
    url: database.url,
    services,
    dataFolder,
    log: { info: () => undefined, error: () => undefined },
    regainPatienceMs: 300,
  });
/** Ends the connections that hold leases, as a restart of PostgreSQL does. */
const cut = () =>
  database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'groma lease %' AND datname = current_database()",
  );

test('[ACC-124] a second server is refused by a line that says who the first is, and gets the lease as soon as that has gone', async () => {
  const first = await open(['api', 'realtime']);
  await expect(open(['realtime'], '/data/two')).rejects.toThrow(`Another Groma server (process ${process.pid} on `);
  await expect(open(['api'], '/data/two')).rejects.toThrow(
    'data folder /data/one) is already running the api service on this database.',
  );
  const epoch = first.epoch('realtime');
  await first.close();
  const second = await open(['realtime'], '/data/two');
  expect(second.epoch('realtime')).toBeGreaterThan(epoch);
  expect(() => second.epoch('api')).toThrow('the api service');
  await second.close();
});

test('services of which there may be several take no lease', async () => {
  const [first, second] = [await open([]), await open([])];
  expect(
    (
      await database.pool.query(
        "SELECT FROM pg_stat_activity WHERE application_name LIKE 'groma lease %' AND datname = current_database()",
      )
    ).rowCount,
  ).toBe(0);
  await Promise.all([first.close(), second.close()]);
});

test('[ACC-124] a lost connection is a lost lease, told in the same step, and taken again under a later epoch', async () => {
  const leases = await open(['realtime']);
  const before = leases.epoch('realtime');
  let lost = 0;
  leases.onLost(() => {
    lost += 1;
    expect(() => leases.epoch('realtime')).toThrow('the realtime service');
  });
  await cut();
  await expect.poll(() => lost).toBe(1);
  await expect
    .poll(() => {
      try {
        return leases.epoch('realtime');
      } catch {
        return 0;
      }
    })
    .toBeGreaterThan(before);
  await leases.close();
});

test('[ACC-124] who finds another server in its place says so', async () => {
  const leases = await open(['realtime']);
  const usurper = new pg.Client({ connectionString: database.url });
  await usurper.connect();
  // It stands in line for the lock, and so has it before the first is back.
  const taken = usurper.query('SELECT pg_advisory_lock($1, $2)', [leaseClass, lockNumbers.realtime]);
  await expect
    .poll(
      async () =>
        (await database.pool.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount,
    )
    .toBe(1);
  await cut();
  await taken;
  expect(await leases.taken).toContain('is already running the realtime service on this database');
  expect(() => leases.epoch('realtime')).toThrow('the realtime service');
  await usurper.end();
  await leases.close();
});

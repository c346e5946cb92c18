import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { ProjectId } from '@groma/model';
import { makeDatabase } from '../../../test/test-server.ts';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { isWithoutDatabase } from '../../platform/database/without-database.ts';
import { addSet, switchTo } from './package-sets.ts';
import { inTurn } from './project-turn.ts';

const projectId = 'one' as ProjectId;
let database: Database;
beforeAll(async () => {
  database = await openDatabase(await makeDatabase(), 4);
});
afterAll(() => database.close());

/** Resolves when `signal` is aborted. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });

test('[KRN-099] who loses the database loses the turn, and stops what was begun in it', async () => {
  const first = inTurn({ database }, projectId, { signal: new AbortController().signal }, async (signal) => {
    const stopped = aborted(signal);
    await database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    await stopped;
    signal.throwIfAborted();
  });
  await expect(first.catch((error: unknown) => isWithoutDatabase(error))).resolves.toBe(true);
  expect(
    await inTurn({ database }, projectId, { signal: new AbortController().signal }, async (signal) => signal.aborted),
  ).toBe(false);
});

test('[KRN-099] a set that is gone takes the place of none', async () => {
  const folder = await mkdtemp(join(inject('testFolder'), 'sets-'));
  for (const set of ['a', 'b']) {
    await mkdir(join(folder, 'made'));
    await addSet(folder, set, join(folder, 'made'));
  }
  await switchTo(folder, 'a');
  // Another process, which had its turn, has deleted it.
  expect(await readdir(join(folder, 'sets'))).toEqual(['a']);
  await expect(switchTo(folder, 'b')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readlink(join(folder, 'current'))).toBe('sets/a');
  await rm(folder, { recursive: true });
});

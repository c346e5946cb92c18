import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDatabase } from '../../../test/test-server.ts';
import { openDatabase } from './database.ts';
import { isOneInstallation } from './installation.ts';

test('records and data folder know each other again, and neither takes another for its own', async () => {
  const [one, two] = [await openDatabase(await makeDatabase()), await openDatabase(await makeDatabase())];
  const [here, there] = [mkdtempSync(join(tmpdir(), 'groma-here-')), mkdtempSync(join(tmpdir(), 'groma-there-'))];
  expect([await isOneInstallation(one, here), await isOneInstallation(one, here)]).toEqual([true, true]);
  expect([await isOneInstallation(two, here), await isOneInstallation(one, there)]).toEqual([false, false]);
  expect(await isOneInstallation(two, there)).toBe(true);
  for (const database of [one, two]) await database.close();
  for (const folder of [here, there]) rmSync(folder, { recursive: true });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDatabase } from '../../../test/test-server.ts';
import { openDatabase } from './database.ts';
import { isOneInstallation, requireDataFolder } from './installation.ts';

test('records and data folder know each other again, and neither takes another for its own', async () => {
  const [one, two] = [await openDatabase(await makeDatabase()), await openDatabase(await makeDatabase())];
  const [here, there] = [mkdtempSync(join(tmpdir(), 'groma-here-')), mkdtempSync(join(tmpdir(), 'groma-there-'))];
  expect([await isOneInstallation(one, here), await isOneInstallation(one, here)]).toEqual([true, true]);
  expect([await isOneInstallation(two, here), await isOneInstallation(one, there)]).toEqual([false, false]);
  expect(await isOneInstallation(two, there)).toBe(true);
  for (const database of [one, two]) await database.close();
  for (const folder of [here, there]) rmSync(folder, { recursive: true });
});

test('[ACC-124] a data folder of another installation is refused, and a new one beside files that are elsewhere is taken', async () => {
  const database = await openDatabase(await makeDatabase());
  const [here, there, other] = ['here', 'there', 'other'].map((name) => mkdtempSync(join(tmpdir(), `groma-${name}-`)));
  const own = { sharesStorage: false };
  await requireDataFolder(database, here!, own);
  await isOneInstallation(database, here!);
  await requireDataFolder(database, here!, own);
  await expect(requireDataFolder(database, there!, own)).rejects.toThrow(
    `The data folder ${there} does not belong to this database.`,
  );
  await requireDataFolder(database, there!, { sharesStorage: true });
  expect(readFileSync(join(there!, 'installation'), 'utf8')).toBe(readFileSync(join(here!, 'installation'), 'utf8'));
  const foreign = await openDatabase(await makeDatabase());
  await isOneInstallation(foreign, other!);
  await expect(requireDataFolder(database, other!, { sharesStorage: true })).rejects.toThrow(
    'does not belong to this database',
  );
  for (const each of [database, foreign]) await each.close();
  for (const folder of [here!, there!, other!]) rmSync(folder, { recursive: true });
});

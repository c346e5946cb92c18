import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';

/**
 * Refuses a data folder that is not the one of the records: what the records say of files would not be true of it, and
 * two servers with a folder each would both believe that they have all of them. Where the files are in a store that
 * both reach (`sharesStorage`), a new folder holds working copies only and is taken for one more of the same
 * installation.
 * @throws Error with one plain line.
 */
export async function requireDataFolder(
  { pool }: Database,
  dataFolder: string,
  { sharesStorage }: { sharesStorage: boolean },
): Promise<void> {
  const file = join(dataFolder, 'installation');
  const known = (await readFile(file, 'utf8').catch(() => '')).trim();
  const {
    rows: [row],
  } = await pool.query<{ id: string }>('SELECT id FROM installations');
  if (!row || known === row.id) return;
  if (known === '' && sharesStorage) return writeFile(file, row.id, { flush: true });
  throw new Error(
    `The data folder ${dataFolder} does not belong to this database. Start with the folder that does (--data), or with another DATABASE_URL. ` +
      `If this folder is meant to replace a lost one, write ${row.id} into ${file}.`,
  );
}

/**
 * Whether records and data folder are of one installation. Where they are not (a DATABASE_URL that names another
 * database, a restored half), nothing in the folder may be cleared away because the records do not know it.
 */
export async function isOneInstallation({ pool }: Database, dataFolder: string): Promise<boolean> {
  const file = join(dataFolder, 'installation');
  const known = (await readFile(file, 'utf8').catch(() => '')).trim();
  const {
    rows: [row],
  } = await pool.query<{ id: string }>('SELECT id FROM installations');
  if (known !== '' || row) return known === row?.id;
  const id = randomUUID();
  await writeFile(file, id, { flush: true });
  await pool.query('INSERT INTO installations (id) VALUES ($1)', [id]);
  return true;
}

import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';

/**
 * Whether records and data folder are of one installation. Where they are not (a DATABASE_URL that names another
 * database, a restored half), nothing in the folder may be cleared away because the records do not know it.
 */
export async function isOneInstallation({ pool }: Database, dataFolder: string): Promise<boolean> {
  const file = join(dataFolder, 'installation');
  const known = (await readFile(file, 'utf8').catch(() => '')).trim();
  const { rows: [row] } = await pool.query<{ id: string }>('SELECT id FROM installations');
  if (known !== '' || row) return known === row?.id;
  const id = randomUUID();
  await writeFile(file, id, { flush: true });
  await pool.query('INSERT INTO installations (id) VALUES ($1)', [id]);
  return true;
}

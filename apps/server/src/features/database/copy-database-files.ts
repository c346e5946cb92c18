import { createReadStream, createWriteStream, type BigIntStats } from 'node:fs';
import { constants, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { GromaError } from '@groma/model';

/** The file of a managed database; its log, where it has one, begins with the same name. */
export const databaseFile = 'database.duckdb';

interface DatabaseFile {
  name: string;
  stats: BigIntStats;
}

/** The file of a managed database with the log that belongs to it; nothing where nothing was written yet. */
export async function listDatabaseFiles(folder: string): Promise<DatabaseFile[]> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = found.filter((name) => name === databaseFile || name.startsWith(`${databaseFile}.`));
  return Promise.all(names.map(async (name) => ({ name, stats: await stat(join(folder, name), { bigint: true }) })));
}

export function bytesOf(listed: readonly DatabaseFile[]): number {
  return listed.reduce((sum, { stats }) => sum + Number(stats.size), 0);
}

/**
 * Copies the files of a database that rests. What was committed and is still in its log comes with it.
 * @throws GromaError DATABASE_BUSY where something has written to it all the same.
 */
export async function copyDatabaseFiles(
  from: string,
  to: string,
  listed: readonly DatabaseFile[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const { name } of listed) {
    signal?.throwIfAborted();
    // As a whole where the disk can, which takes no time; else by bytes, which can be canceled.
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE_FORCE).catch(() =>
      pipeline(createReadStream(join(from, name)), createWriteStream(join(to, name)), { ...(signal && { signal }) }),
    );
  }
  if (stateOf(await listDatabaseFiles(from)) !== stateOf(listed)) throw new GromaError('DATABASE_BUSY');
}

function stateOf(listed: readonly DatabaseFile[]): string {
  return listed
    .map(({ name, stats: { size, mtimeNs } }) => `${name} ${size} ${mtimeNs}`)
    .toSorted()
    .join('\n');
}

import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '../../platform/platform.ts';
import type { AskedQuery } from './query-arrow.ts';

type Query = (asked: AskedQuery) => Promise<Uint8Array[] | null>;

const topic = 'query-arrow';
const rowsTopic = 'named-rows';

/**
 * The same query for whichever process wants it. The api process alone has databases open: DuckDB lets one process at a
 * time into a file. Rows are handed over in a file of the data folder, which the services share; they may be many.
 */
export function queryFromAnywhere({ questions, config }: Platform, query: Query): Query {
  const folder = join(config.dataFolder, 'handed-over');
  if (config.services.has('api')) {
    questions.answer(topic, async (asked: Omit<AskedQuery, 'signal'>, signal) => {
      const rows = await query({ ...asked, signal });
      return rows && { file: await writeRows(folder, rows, signal) };
    });
    return query;
  }
  return async ({ signal, ...asked }) => {
    const answer = await questions.ask<{ file: string } | null>(topic, asked, { signal });
    if (!answer) return null;
    const path = join(folder, answer.file);
    return readFile(path)
      .then((bytes) => [bytes])
      .finally(() => rm(path, { force: true }));
  };
}

/** Writes rows into a new file, for whichever process asks; gives its path, and whoever asked deletes it. */
export function rowsFromAnywhere<Asked extends { signal: AbortSignal }>(
  { questions, config }: Platform,
  write: (asked: Asked, path: string) => Promise<void>,
): (asked: Asked) => Promise<string> {
  const folder = join(config.dataFolder, 'handed-over');
  const hand = async (asked: Asked): Promise<string> => {
    const file = crypto.randomUUID();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await write(asked, join(folder, file));
      asked.signal.throwIfAborted();
    } catch (error) {
      await rm(join(folder, file), { force: true });
      throw error;
    }
    return file;
  };
  if (config.services.has('api')) {
    questions.answer(rowsTopic, (asked: Omit<Asked, 'signal'>, signal) => hand({ ...asked, signal } as Asked));
    return async (asked) => join(folder, await hand(asked));
  }
  return async ({ signal, ...asked }) => join(folder, await questions.ask<string>(rowsTopic, asked, { signal }));
}

/** Deletes what was handed over and not fetched. To be called while nothing is. */
export function clearHandedOver({ config }: Platform): Promise<void> {
  return rm(join(config.dataFolder, 'handed-over'), { recursive: true, force: true });
}

async function writeRows(folder: string, rows: readonly Uint8Array[], signal: AbortSignal): Promise<string> {
  const file = crypto.randomUUID();
  const path = join(folder, file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(path, 'wx', 0o600);
  try {
    for (const piece of rows) await handle.writeFile(piece);
    signal.throwIfAborted();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return file;
}

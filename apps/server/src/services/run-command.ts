import { join } from 'node:path';
import { openBus, type Bus } from '../platform/bus/bus.ts';
import { readConfig, type Config } from '../platform/config.ts';
import { openDatabase, type Database } from '../platform/database/database.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { lockDataFolder } from '../platform/data-folder-lock.ts';
import { createLog } from '../platform/log.ts';
import { repository } from './run-process.ts';

/** A command for whoever runs the server: answers lines to print. */
type Command = (words: string[], database: Database, bus: Bus, config: Config) => Promise<string>;

/** Runs a command on the records of a server, whether or not it runs. Prints what the command answers. */
export async function runCommand(words: string[], command: Command): Promise<void> {
  try {
    const config = readConfig([], process.env, repository);
    process.stdout.write(`${await onRecords(config, (database, bus) => command(words, database, bus, config))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function onRecords<T>(
  { dataFolder, databaseUrl }: Config,
  work: (database: Database, bus: Bus) => Promise<T>,
): Promise<T> {
  const folder = join(dataFolder, 'postgres');
  const running = databaseUrl ?? runningPostgresUrl(folder, 'groma');
  if (running !== undefined) return withDatabase(running, work);
  // No server runs: its PostgreSQL is started for this alone.
  const unlock = lockDataFolder(dataFolder, ['postgres']);
  const postgres = await startEmbeddedPostgres(folder);
  return withDatabase(postgres.url('groma'), work)
    .finally(() => postgres.stop())
    .finally(unlock);
}

async function withDatabase<T>(url: string, work: (database: Database, bus: Bus) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, 2);
  try {
    const bus = await openBus(database, createLog(true));
    return await work(database, bus).finally(() => bus.close());
  } finally {
    await database.close();
  }
}

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../platform/config.ts';
import { lockDataFolder } from '../platform/data-folder-lock.ts';
import { openPlatform } from '../platform/open-platform.ts';
import type { Feature, Platform } from '../platform/platform.ts';
import { serve } from './serve.ts';

const repository = dirname(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))));

/** Runs a server process from its command line until a signal stops it. */
export function runProcess(createFeatures: (platform: Platform) => Feature[]): void {
  process.on('unhandledRejection', (error) => {
    process.stderr.write(`A promise was not awaited: ${error instanceof Error ? error.stack : String(error)}\n`);
  });
  start(createFeatures).catch(fail);
}

async function start(createFeatures: (platform: Platform) => Feature[]): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env, repository);
  const unlock = lockDataFolder(config.dataFolder, [...config.services, ...(config.databaseUrl ? [] : ['postgres'])]);
  const { platform, jobs, close } = await openPlatform(config).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const serving = await serve(platform, jobs, createFeatures(platform)).catch(async (error: unknown) => {
    await close();
    unlock();
    throw error;
  });
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void serving.close().then(close).then(unlock).then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.stdout.write(`Groma is ready at ${serving.origin}\n`);
}

/** One plain line for people, then the end. */
function fail(error: unknown): never {
  process.stderr.write(`Groma cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

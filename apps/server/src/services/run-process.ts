import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../platform/config.ts';
import { lockDataFolder } from '../platform/data-folder-lock.ts';
import { giveMemoryBack } from '../platform/idle-memory.ts';
import { openPlatform } from '../platform/open-platform.ts';
import type { Feature, Platform } from '../platform/platform.ts';
import { serve } from './serve.ts';

export const repository = dirname(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))));

/** Longest time that stopping may take. */
const longestStopMs = 15_000;

/** Runs a server process from its command line until a signal stops it. */
export function runProcess(createFeatures: (platform: Platform) => Feature[]): void {
  process.on('unhandledRejection', (error) => {
    process.stderr.write(`A promise was not awaited: ${error instanceof Error ? error.stack : String(error)}\n`);
  });
  start(createFeatures).catch((error: unknown) => {
    end(`Groma cannot start: ${error instanceof Error ? error.message : String(error)}`);
  });
}

async function start(createFeatures: (platform: Platform) => Feature[]): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env, repository);
  const unlock = lockDataFolder(config.dataFolder, [...config.services, ...(config.databaseUrl ? [] : ['postgres'])]);
  const { platform, jobs, lost, close } = await openPlatform(config).catch((error: unknown) => {
    unlock();
    throw error;
  });
  let isStopping = false;
  // Without its records a process can do nothing; started anew it brings them up again.
  void lost.then((line) => {
    if (isStopping) return;
    unlock();
    end(`Groma stops: ${line}`);
  });
  const features = createFeatures(platform);
  const serving = await serve(platform, jobs, features).catch(async (error: unknown) => {
    isStopping = true;
    await close();
    unlock();
    throw error;
  });
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) {
      unlock();
      end('Groma was told to stop twice and ends at once.');
    }
    isStopping = true;
    setTimeout(() => {
      unlock();
      end(`Groma did not stop within ${longestStopMs / 1_000} s and ends at once.`);
    }, longestStopMs);
    // Ctrl-C at the terminal means the end of everything; a service that is told to end may be about to start anew.
    serving
      .close(signal !== 'SIGINT')
      .catch((error: unknown) => {
        platform.log.error('The services did not stop as they should.', { error });
      })
      .then(close)
      .then(unlock)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          end(`Groma could not stop: ${String(error)}`);
        },
      );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.stdout.write(`Groma is ready at ${serving.origin}\n`);
  for (const feature of features) feature.warmUp?.();
  giveMemoryBack();
}

/** One plain line for people, then the end. */
function end(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

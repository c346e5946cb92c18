import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GromaError } from '@groma/model';
import type { Database } from '../database/database.ts';

const patienceMs = 3_000;

/** The parts without which a process cannot do its work, each with the look that says whether it answers. */
export interface Readiness {
  database(): Promise<unknown>;
  storage(): Promise<unknown>;
  jobs(): Promise<unknown>;
}

const remedies: Readonly<Record<keyof Readiness, [part: string, remedy: string]>> = {
  database: ['the database', 'it does not answer.'],
  storage: ['the data folder', 'it cannot be written to.'],
  jobs: ['the job queue', 'it has not come up.'],
};

/** Looks at the parts of a server. `isQueueUp` is asked of the queue of this process. */
export function createReadiness({ pool }: Database, dataFolder: string, isQueueUp: () => boolean): Readiness {
  return {
    database: () => pool.query('SELECT 1'),
    storage: () => writeProbe(dataFolder),
    jobs: () => (isQueueUp() ? Promise.resolve() : Promise.reject(new Error('not up'))),
  };
}

/**
 * A check of some parts, within a patience. Many that ask at once share one look.
 * @throws GromaError UNAVAILABLE, naming the first that fails.
 */
export function createCheck(
  readiness: Readiness,
  parts: readonly (keyof Readiness)[],
): () => Promise<{ status: 'ok' }> {
  let looking: Promise<{ status: 'ok' }> | null = null;
  const look = async (): Promise<{ status: 'ok' }> => {
    const found = await Promise.all(
      parts.map(async (part) => ({
        part,
        isThere: await Promise.race([
          readiness[part]().then(
            () => true,
            () => false,
          ),
          sleep(patienceMs, false, { ref: false }),
        ]),
      })),
    );
    const missing = found.find(({ isThere }) => !isThere);
    if (!missing) return { status: 'ok' };
    const [part, remedy] = remedies[missing.part];
    throw new GromaError('UNAVAILABLE', { part, remedy });
  };
  return () =>
    (looking ??= look().finally(() => {
      looking = null;
    }));
}

async function writeProbe(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'probe');
  await mkdir(folder, { recursive: true });
  const file = join(folder, randomUUID());
  await writeFile(file, 'written to see whether it can be');
  await rm(file);
}

import { and, eq, gt, isNotNull, sql } from '../../platform/database/drizzle.ts';
import { byServer } from '@groma/model';
import { recordsNowPlus } from '../../platform/database/record-clock.ts';
import { keptResults, layers, operations } from '../../platform/database/tables/index.ts';
import { defineJob, type Job } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Removes work folders, and snapshots that no layer names: what was being stored or replaced when the server was
 * killed. Only at the start, and only by a process that holds both services that store (imports that nobody sees are
 * calls, operations and folding are jobs): the locks on the data folder then say that nobody else is storing. Never
 * with the records of another installation.
 */
export async function sweepBlobs({ config, database, blobs, isOneInstallation }: Platform): Promise<void> {
  if (!isOneInstallation || !config.services.has('api') || !config.services.has('jobs')) return;
  await blobs.removeAll('work/');
  await removeUnnamed({ database, blobs });
}

/** A preview of a tool's result can be kept for a day, and for some time more while that is under way. */
const keptPreviewMs = 25 * 3_600_000;

/** What is older was left by a process that was killed: nothing takes so long to store. */
const longestStoringMs = 24 * 3_600_000;

/** The same where several processes store: of what is so old that nobody can be at it. */
export function sweepBlobsJobOf({ database, blobs, isOneInstallation }: Platform): Job {
  return defineJob({
    name: 'sweep-blobs',
    policy: byServer('the time has come'),
    schedule: '23 4 * * *',
    async run() {
      if (!isOneInstallation) return;
      const before = new Date(Date.now() - longestStoringMs);
      await blobs.removeOldWork(before);
      await removeUnnamed({ database, blobs }, before);
    },
  });
}

async function removeUnnamed({ database, blobs }: Pick<Platform, 'database' | 'blobs'>, before?: Date): Promise<void> {
  const folders = new Set((await blobs.list('layers/', before)).map((key) => key.slice(0, key.lastIndexOf('/'))));
  if (folders.size === 0) return;
  const rows = await database.query
    .select({ key: layers.snapshotKey })
    .from(layers)
    .where(isNotNull(layers.snapshotKey));
  const previews = await database.query
    .select({
      key: sql<
        string | null
      >`coalesce(${operations.result}->'preview'->>'snapshot_key', ${operations.result}->>'pictureKey')`,
    })
    .from(operations)
    .where(and(eq(operations.kind, 'tool'), gt(operations.updatedAt, recordsNowPlus(-keptPreviewMs))));
  const kept = await database.query.select({ key: keptResults.snapshotKey }).from(keptResults);
  const named = new Set([...rows, ...previews, ...kept].map(({ key }) => key));
  for (const folder of folders) if (!named.has(folder)) await blobs.removeAll(`${folder}/`);
}

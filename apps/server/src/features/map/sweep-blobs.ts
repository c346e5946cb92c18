import { isNotNull } from 'drizzle-orm';
import { layers } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Removes work folders, and snapshots that no layer names: what was being stored or replaced when the server was killed.
 * Only at the start, and only by a process that holds both services that store (imports are calls, folding is a job): the
 * locks on the data folder then say that nobody else is storing. Never with the records of another installation.
 */
export async function sweepBlobs({ config, database, blobs, isOneInstallation }: Platform): Promise<void> {
  if (!isOneInstallation || !config.services.has('api') || !config.services.has('jobs')) return;
  await blobs.removeAll('work/');
  const folders = new Set((await blobs.list('layers/')).map((key) => key.slice(0, key.lastIndexOf('/'))));
  if (folders.size === 0) return;
  const rows = await database.query.select({ key: layers.snapshotKey }).from(layers).where(isNotNull(layers.snapshotKey));
  const named = new Set(rows.map(({ key }) => key));
  for (const folder of folders) if (!named.has(folder)) await blobs.removeAll(`${folder}/`);
}

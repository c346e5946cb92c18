import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, sql } from '../../platform/database/drizzle.ts';
import { isId, type ProjectId } from '@groma/model';
import { operations, projects } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

/** Where it is noted which projects are being deleted, so that the next start ends what a kill cut off. */
const notesOf = ({ config }: Platform): string => join(config.dataFolder, 'deleting');

/**
 * Deletes a project with all it holds. Cut off before its record is gone, it is there still and can be deleted again;
 * cut off later, the next start deletes its files.
 */
export async function deleteProject(
  platform: Platform,
  projectId: ProjectId,
  beforeDelete: (projectId: ProjectId) => Promise<void>,
): Promise<void> {
  await beforeDelete(projectId);
  await note(platform, projectId);
  await platform.database.query.delete(projects).where(eq(projects.id, projectId));
  // From here on it is deleted for everybody, whatever becomes of the rest.
  await platform.bus.publish('project-access-changed', { projectId });
  await removeFiles(platform, projectId);
}

/**
 * Deletes the files of projects whose deletion was cut off. Only of those that were noted: a server that is started by
 * mistake with another database must not take everybody's files for left over.
 */
export async function finishDeletions(platform: Platform): Promise<void> {
  const names = await readdir(notesOf(platform)).catch(() => []);
  const copied = await copiesInTheMaking(platform);
  for (const projectId of names.filter(isId) as unknown as ProjectId[]) {
    if (copied.has(projectId)) continue;
    const [row] = await platform.database.query
      .select({ id: projects.id })
      .from(projects)
      .where(eq(projects.id, projectId));
    if (row) await forget(platform, projectId);
    else await removeFiles(platform, projectId);
  }
}

/** Ids of copies that operations are making. */
async function copiesInTheMaking({ database: { query } }: Platform): Promise<Set<unknown>> {
  const rows = await query
    .select({ copyId: sql`${operations.input}->>'copyId'` })
    .from(operations)
    .where(
      and(sql`${operations.input}->>'copyId' IS NOT NULL`, inArray(operations.status, ['Pending', 'In Progress'])),
    );
  return new Set(rows.map(({ copyId }) => copyId));
}

/** Deletes the files of a project that has no record, now or at the next start. */
export async function removeFiles(platform: Platform, projectId: ProjectId): Promise<void> {
  try {
    await platform.files.removeProject(projectId);
    await forget(platform, projectId);
  } catch (error) {
    platform.log.error('Files of a deleted project are left, and are deleted at the next start.', { projectId, error });
  }
}

/** Notes that the files of a project are to be deleted, unless it has a record by the next start. */
export async function note(platform: Platform, projectId: ProjectId): Promise<void> {
  const folder = notesOf(platform);
  await mkdir(folder, { recursive: true });
  for (const path of [join(folder, projectId), folder]) {
    const handle = await open(path, path === folder ? 'r' : 'w');
    await handle.sync().finally(() => handle.close());
  }
}

export function forget(platform: Platform, projectId: ProjectId): Promise<void> {
  return rm(join(notesOf(platform), projectId), { force: true });
}

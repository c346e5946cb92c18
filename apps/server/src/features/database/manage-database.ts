import { newId, type ProjectId } from '@groma/model';
import type { DatabaseReply } from '@groma/protocol';
import type { DatabaseParts } from './database-parts.ts';
import type { Query } from './record/database-records.ts';

const longestName = 120;

/** Deletes a database: the record first, so that nobody starts it again. */
export async function removeDatabase(
  { records, open }: Pick<DatabaseParts, 'records' | 'open'>,
  databaseId: string,
): Promise<void> {
  await records.requireOrdinary(databaseId);
  const { projectId, type } = await records.open(databaseId).catch(async () => {
    const { project_id: id, dbType } = await records.read(databaseId);
    return { projectId: id as ProjectId, type: dbType };
  });
  await records.delete(databaseId);
  if (type === 'managed-duckdb') await open.removeFile(projectId, databaseId);
  else await open.stop(databaseId);
}

/** Copies a database within its project: a managed one with all in it, of another the connection. */
export async function duplicateDatabase(
  { records, open, snapshots }: Pick<DatabaseParts, 'records' | 'open' | 'snapshots'>,
  databaseId: string,
  userId: string,
  { id = newId<'database'>(), name }: { id?: string; name?: string | undefined },
): Promise<DatabaseReply> {
  await records.requireOrdinary(databaseId);
  const {
    projectId,
    name: ownName,
    connection: { type, ...connection },
  } = await records.open(databaseId);
  const copyName = name ?? `${ownName.slice(0, longestName - 5)} copy`;
  const copy = await records.create(projectId, userId, { id, name: copyName, type, connection });
  if (type !== 'managed-duckdb') return copy;
  try {
    snapshots.giveUp(databaseId);
    await open.copyFile(projectId, databaseId, copy.id, copyName);
    return copy;
  } catch (error) {
    await removeDatabase({ records, open }, copy.id);
    throw error;
  }
}

/** Makes a managed database of a file of DuckDB: the file first, so that nobody opens it half written. */
export async function addDatabase(
  { records, open }: Pick<DatabaseParts, 'records' | 'open'>,
  projectId: ProjectId,
  creatorId: string,
  { name, file }: { name: string; file: string },
): Promise<DatabaseReply> {
  const id = newId<'database'>();
  await open.placeFile(projectId, id, { name, file });
  try {
    return await records.create(projectId, creatorId, { id, name, type: 'managed-duckdb' });
  } catch (error) {
    await open.removeFile(projectId, id);
    throw error;
  }
}

/** Copies of a project's databases on the disk, whose records come in the transaction that makes the project. */
export interface DatabaseCopies {
  bytes: number;
  insert(query: Query): Promise<void>;
}

/** Ids of the copies by those of their originals: every attempt makes the same ones. */
export type DatabaseCopyIds = Record<string, string>;

interface AskedCopy {
  from: { projectId: ProjectId; id: string };
  to: { projectId: ProjectId; id: string };
  name: string;
}
const copyTopic = 'copy-managed-database';
/** The api service may be starting anew. */
const copyPatienceMs = 60_000;

/**
 * Copies managed databases for whichever process asks: only that of the api service can close their files for a moment.
 */
export function answerCopies({
  open,
  snapshots,
  platform,
}: Pick<DatabaseParts, 'open' | 'snapshots' | 'platform'>): void {
  if (!platform.config.services.has('api')) return;
  platform.questions.answer<AskedCopy>(copyTopic, ({ from, to, name }, signal) => {
    snapshots.giveUp(from.id);
    return open.copyInto(from, to, name, signal);
  });
}

/**
 * Copies the databases of a project for one that is being made: managed ones with all in them, of others the connection
 * without its secret, for the copy may belong to others.
 * @throws GromaError DATABASE_BUSY, DISK_FULL, and the signal's reason.
 */
export async function copyDatabases(
  { records, platform: { questions } }: Pick<DatabaseParts, 'records' | 'platform'>,
  from: ProjectId,
  to: ProjectId,
  {
    userId,
    ids,
    only,
    keepIds,
    signal,
  }: {
    userId: string;
    ids: DatabaseCopyIds;
    /** Those that are copied; all where it is left out. */
    only?: ReadonlySet<string> | undefined;
    keepIds: (ids: DatabaseCopyIds) => Promise<void>;
    signal: AbortSignal;
  },
): Promise<DatabaseCopies> {
  const copies = (await records.copiesOf(from, to, ids)).filter(({ originalId }) => only?.has(originalId) ?? true);
  await keepIds(Object.fromEntries(copies.map(({ originalId, id }) => [originalId, id])));
  let bytes = 0;
  for (const { originalId, id, name, type } of copies) {
    signal.throwIfAborted();
    if (type !== 'managed-duckdb' && type !== 'project') continue;
    const asked: AskedCopy = { from: { projectId: from, id: originalId }, to: { projectId: to, id }, name };
    bytes += await questions.ask<number>(copyTopic, asked, { signal, patienceMs: copyPatienceMs });
  }
  return { bytes, insert: (query) => records.insertCopies(query, copies, { projectId: to, creatorId: userId }) };
}

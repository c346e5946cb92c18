import { newId, type ProjectId } from '@groma/model';
import type { DatabaseReply } from '@groma/protocol';
import type { DatabaseParts } from './database-parts.ts';
import type { Connection } from './record/database-records.ts';

const longestName = 120;

/** Deletes a database: the record first, so that nobody starts it again. */
export async function removeDatabase({ records, open }: Pick<DatabaseParts, 'records' | 'open'>, databaseId: string): Promise<void> {
  const { projectId, type } = await records.open(databaseId).catch(async () => {
    const { project_id: id, dbType } = await records.read(databaseId);
    return { projectId: id as ProjectId, type: dbType };
  });
  await records.delete(databaseId);
  if (type === 'managed-duckdb') await open.removeFile(projectId, databaseId);
  else await open.stop(databaseId);
}

/** Copies a database within its project, or into another: a managed one with all in it, of another the connection. */
export async function duplicateDatabase({ records, open }: Pick<DatabaseParts, 'records' | 'open'>, databaseId: string, userId: string, { id = newId<'database'>(), name, into }: { id?: string; name?: string | undefined; into?: ProjectId }): Promise<DatabaseReply> {
  const original = await records.open(databaseId);
  const projectId = into ?? original.projectId;
  const copyName = name ?? `${original.name.slice(0, longestName - 5)} copy`;
  const { type, ...connection } = into === undefined ? original.connection : withoutSecret(original.connection);
  const copy = await records.create(projectId, userId, { id, name: copyName, type, connection });
  if (type !== 'managed-duckdb') return copy;
  try {
    await open.copyFile({ projectId: original.projectId, id: databaseId }, { projectId, id: copy.id }, copyName);
    return copy;
  } catch (error) {
    await removeDatabase({ records, open }, copy.id);
    throw error;
  }
}

/** A copy of a project may belong to others: whoever has it enters the password anew. */
function withoutSecret(connection: Connection): Connection {
  if (connection.type === 'postgres') return { ...connection, password: undefined };
  return connection.type === 'motherduck' ? { ...connection, token: undefined } : connection;
}

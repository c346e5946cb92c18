import { eq } from 'drizzle-orm';
import { parseProjectToolId, projectToolId, type ProjectId } from '@groma/model';
import type { Database } from '../../../platform/database/database.ts';
import { projectTools } from '../../../platform/database/tables/index.ts';

/**
 * Offers the copies of notebooks and queries as the originals are offered. Ids of copied queries are added to `ids`,
 * which has those of notebooks and databases.
 */
export async function copyTools(
  query: Pick<Database['query'], 'select' | 'insert'>,
  { from, to, ids, creatorId }: { from: ProjectId; to: ProjectId; ids: Map<string, string>; creatorId: string },
): Promise<void> {
  for (const row of await query.select().from(projectTools).where(eq(projectTools.projectId, from))) {
    const { kind, id } = parseProjectToolId(row.id)!;
    const notebookId = row.notebookId === null ? null : ids.get(row.notebookId);
    const databaseId = row.databaseId === null ? null : ids.get(row.databaseId);
    // Made or offered after its notebook or database was looked for.
    if (notebookId === undefined || databaseId === undefined) continue;
    if (kind === 'query') ids.set(id, crypto.randomUUID());
    const copyId = projectToolId({ kind, id: ids.get(id)! });
    await query.insert(projectTools).values({ ...row, id: copyId, projectId: to, notebookId, databaseId, creatorId });
  }
}

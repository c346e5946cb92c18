import { eq } from '../../../platform/database/drizzle.ts';
import { parseProjectToolId, projectToolId, type ProjectId } from '@groma/model';
import type { Database } from '../../../platform/database/database.ts';
import { projectTools } from '../../../platform/database/tables/index.ts';

/**
 * Ids for the copies of queries that are offered as tools, by those of the originals: workflows name them. `databases`
 * are those that are copied, all where it is left out.
 */
export async function newQueryIds(
  query: Pick<Database['query'], 'select'>,
  projectId: ProjectId,
  databases: ReadonlySet<string> | undefined,
): Promise<[string, string][]> {
  const rows = await query
    .select({ id: projectTools.id, databaseId: projectTools.databaseId })
    .from(projectTools)
    .where(eq(projectTools.projectId, projectId));
  return rows.flatMap(({ id, databaseId }): [string, string][] => {
    const key = parseProjectToolId(id)!;
    const isCopied = databaseId !== null && (databases?.has(databaseId) ?? true);
    return key.kind === 'query' && isCopied ? [[key.id, crypto.randomUUID()]] : [];
  });
}

/**
 * Offers the copies of notebooks, queries and workflows as the originals are offered. `ids` has the new ids of all of
 * them; those of queries that were offered meanwhile are added.
 */
export async function copyTools(
  query: Pick<Database['query'], 'select' | 'insert'>,
  { from, to, ids, creatorId }: { from: ProjectId; to: ProjectId; ids: Map<string, string>; creatorId: string },
): Promise<void> {
  for (const row of await query.select().from(projectTools).where(eq(projectTools.projectId, from))) {
    const { kind, id } = parseProjectToolId(row.id)!;
    const notebookId = row.notebookId === null ? null : ids.get(row.notebookId);
    const workflowId = row.workflowId === null ? null : ids.get(row.workflowId);
    const databaseId = row.databaseId === null ? null : ids.get(row.databaseId);
    // Made or offered after what it is made of was looked for.
    if (notebookId === undefined || databaseId === undefined || workflowId === undefined) continue;
    if (kind === 'query' && !ids.has(id)) ids.set(id, crypto.randomUUID());
    const copyId = projectToolId({ kind, id: ids.get(id)! });
    const sources = { notebookId, databaseId, workflowId };
    await query.insert(projectTools).values({ ...row, ...sources, id: copyId, projectId: to, creatorId });
  }
}

import { eq } from 'drizzle-orm';
import { newId, type ProjectId } from '@groma/model';
import type { Database } from '../../../platform/database/database.ts';
import { composites, sceneSources } from '../../../platform/database/tables/index.ts';

/**
 * Gives a copy the sources of scenes of the original, and the composites that its layers are drawn of: their paths lead
 * to its own files.
 */
export async function copySceneSources(
  query: Pick<Database['query'], 'select' | 'insert'>,
  { from, to, userId }: { from: ProjectId; to: ProjectId; userId: string },
): Promise<void> {
  const rows = await query.select().from(sceneSources).where(eq(sceneSources.projectId, from));
  if (rows.length > 0)
    await query.insert(sceneSources).values(rows.map((row) => ({ ...row, id: newId(), projectId: to, userId })));
  const drawn = await query.select().from(composites).where(eq(composites.projectId, from));
  if (drawn.length > 0) await query.insert(composites).values(drawn.map((row) => ({ ...row, projectId: to })));
}

import { and, eq, inArray } from '../../../platform/database/drizzle.ts';
import { compositeOf, newId, type ProjectId } from '@groma/model';
import type { Database } from '../../../platform/database/database.ts';
import { composites, layers, maps, sceneSources } from '../../../platform/database/tables/index.ts';

type Query = Pick<Database['query'], 'select' | 'insert'>;

/**
 * Gives a copy the sources of scenes of the original, and the composites that its layers are drawn of: their paths lead
 * to its own files. With `composites` it gets those alone.
 */
export async function copySceneSources(
  query: Query,
  {
    from,
    to,
    userId,
    composites: only,
  }: { from: ProjectId; to: ProjectId; userId: string | null; composites: string[] | undefined },
): Promise<void> {
  if (!only) {
    const rows = await query.select().from(sceneSources).where(eq(sceneSources.projectId, from));
    if (rows.length > 0)
      await query.insert(sceneSources).values(rows.map((row) => ({ ...row, id: newId(), projectId: to, userId })));
  }
  const drawn = await query
    .select()
    .from(composites)
    .where(and(eq(composites.projectId, from), only && inArray(composites.id, only)));
  if (drawn.length > 0) await query.insert(composites).values(drawn.map((row) => ({ ...row, projectId: to })));
}

/** Ids of the composites that the layers of a project are drawn of. */
export async function compositesIn(query: Pick<Query, 'select'>, projectId: ProjectId): Promise<string[]> {
  const rows = await query
    .select({ source: layers.source })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(and(eq(maps.projectId, projectId), eq(layers.kind, 'raster')));
  return rows.flatMap(({ source }) => compositeOf(String(source['url'])) ?? []);
}

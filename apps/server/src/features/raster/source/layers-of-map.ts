import { descendantsOf, rootParent, type ProjectId } from '@groma/model';
import { and, eq, isNull } from '../../../platform/database/drizzle.ts';
import type { Database } from '../../../platform/database/database.ts';
import { layers, maps } from '../../../platform/database/tables/index.ts';

/** The groups and layers of a map of the project as they are now, in the order of its tree, the topmost first. */
export async function readLayersOfMap(
  { query }: Pick<Database, 'query'>,
  { projectId, mapId }: { projectId: ProjectId; mapId: string },
) {
  const rows = await query
    .select({
      id: layers.id,
      text: layers.name,
      type: layers.type,
      parent_id: layers.parentId,
      level: layers.level,
      order: layers.order,
      visible: layers.isVisible,
      kind: layers.kind,
      style: layers.style,
      source: layers.source,
    })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(and(eq(maps.projectId, projectId), eq(maps.id, mapId), isNull(layers.deletedAt)));
  return descendantsOf(Object.fromEntries(rows.map((row) => [row.id, row])), rootParent);
}

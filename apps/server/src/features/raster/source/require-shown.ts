import { GromaError } from '@groma/model';
import { and, eq, isNull, or, sql } from '../../../platform/database/drizzle.ts';
import type { ProjectAccess } from '../../../platform/access/project-access.ts';
import type { Database } from '../../../platform/database/database.ts';
import { storableText } from '../../../platform/database/storable.ts';
import { layers, maps } from '../../../platform/database/tables/index.ts';

/**
 * Readers of a publication see what its layers are drawn of, whole or one of its files: the server fetches nothing else
 * for them, who may be anybody. Of other projects everything is asked for.
 * @throws GromaError NOT_FOUND
 */
export async function requireShown(
  { query }: Database,
  { projectId, isFrozen }: Pick<ProjectAccess, 'projectId' | 'isFrozen'>,
  url: string,
): Promise<void> {
  if (!isFrozen) return;
  const asked = storableText(url);
  const drawn = sql`${layers.source}->>'url'`;
  const [shown] = await query
    .select({ id: layers.id })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(
      and(
        eq(maps.projectId, projectId),
        eq(layers.kind, 'raster'),
        isNull(layers.deletedAt),
        or(sql`${drawn} = ${asked}`, sql`${asked} = ANY(string_to_array(${drawn}, chr(10)))`),
      ),
    )
    .limit(1);
  if (!shown) throw new GromaError('NOT_FOUND', { noun: 'layer' });
}

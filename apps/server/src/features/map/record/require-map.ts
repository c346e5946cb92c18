import { GromaError, type ProjectId, type UserId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import type { Query } from './layer-records.ts';
import { readMap } from './map-records.ts';

/** That a person may change a map of a project, or could when they began to. @throws GromaError NOT_FOUND, FORBIDDEN */
export async function requireMapOf(
  { access, database: { query } }: { access: Platform['access']; database: { query: Query } },
  { projectId, mapId }: { projectId: ProjectId; mapId: string },
  userId: UserId,
  { evenWithoutPlan = false }: { evenWithoutPlan?: boolean } = {},
): Promise<void> {
  const { row: map } = await readMap(query, mapId);
  if (map.projectId !== projectId) throw new GromaError('NOT_FOUND', { noun: 'map' });
  await access.require(userId, projectId, 'update', 'map', { evenWithoutPlan });
}

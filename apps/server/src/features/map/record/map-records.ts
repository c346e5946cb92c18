import { desc, eq } from '../../../platform/database/drizzle.ts';
import {
  defaultBaseMap,
  defaultViewState,
  GromaError,
  storyDocumentId,
  type MapId,
  type ProjectId,
} from '@groma/model';
import type { MapInfo } from '@groma/protocol';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import { layers, maps, projects } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { keyedMapId, type MapMaking } from './keyed-map-id.ts';
import type { Query } from './layer-records.ts';

export async function listMaps(query: Query, projectId: ProjectId): Promise<MapInfo[]> {
  const rows = await query
    .select({ map: maps, tenantId: projects.tenantId })
    .from(maps)
    .innerJoin(projects, eq(projects.id, maps.projectId))
    .where(eq(maps.projectId, projectId))
    .orderBy(desc(maps.updatedAt));
  return rows.map(({ map, tenantId }) => present(map, tenantId));
}

/** @throws GromaError NOT_FOUND. */
export async function readMap(query: Query, mapId: string): Promise<{ info: MapInfo; row: typeof maps.$inferSelect }> {
  const [found] = await query
    .select({ map: maps, tenantId: projects.tenantId })
    .from(maps)
    .innerJoin(projects, eq(projects.id, maps.projectId))
    .where(eq(maps.id, mapId));
  if (!found) throw new GromaError('NOT_FOUND', { noun: 'map' });
  return { info: present(found.map, found.tenantId), row: found.map };
}

/** Makes an empty map; of a making that was there before it is the id of that map. */
export async function createMap(query: Query, making: MapMaking, name: string): Promise<MapId> {
  const id = keyedMapId(making);
  await query
    .insert(maps)
    .values({
      id,
      projectId: making.projectId,
      name,
      baseMap: defaultBaseMap,
      viewState: { ...defaultViewState },
    })
    .onConflictDoNothing();
  return id;
}

export async function hasMap(query: Query, mapId: string): Promise<boolean> {
  const [found] = await query.select({ id: maps.id }).from(maps).where(eq(maps.id, mapId));
  return found !== undefined;
}

/**
 * Deletes a map with its layers, then its story and the blobs. What a kill leaves of the blobs is cleared away at the
 * next start; what it leaves of the story nobody can read.
 */
export async function deleteMap(
  { database: { query }, blobs, documents }: Pick<Platform, 'database' | 'blobs' | 'documents'>,
  mapId: string,
): Promise<void> {
  const below = await query.select({ id: layers.id }).from(layers).where(eq(layers.mapId, mapId));
  await query.delete(maps).where(eq(maps.id, mapId));
  await documents.delete(storyDocumentId(mapId));
  for (const { id } of below) await blobs.removeAll(`layers/${id}/`);
}

function present(map: typeof maps.$inferSelect, tenantId: string): MapInfo {
  return {
    id: map.id,
    name: map.name,
    project_id: map.projectId,
    tenant_id: tenantId,
    updated_at: map.updatedAt.toISOString(),
  };
}

/** Holds the map's row, so that of two changes to one tree the later sees the earlier. @throws GromaError NOT_FOUND. */
export async function lockMap(query: Query, mapId: string): Promise<void> {
  const [map] = await query
    .update(maps)
    .set({ updatedAt: recordsNow })
    .where(eq(maps.id, mapId))
    .returning({ id: maps.id });
  if (!map) throw new GromaError('NOT_FOUND', { noun: 'map' });
}

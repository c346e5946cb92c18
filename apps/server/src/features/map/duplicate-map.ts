import type { MapId } from '@groma/model';
import type { Platform } from '../../platform/platform.ts';
import { copyMap } from './copy-map.ts';
import { readMap } from './map-records.ts';

/** Copies a map with layers, snapshots and the edits after them into the same project. It appears whole or not at all. */
export async function duplicateMap(platform: Platform, mapId: string, name?: string): Promise<MapId> {
  const {
    row: { name: original },
  } = await readMap(platform.database.query, mapId);
  const copy = await copyMap(platform, mapId);
  try {
    await platform.database.query.transaction((query) =>
      copy.insert(query, { name: name ?? `${original} copy`.slice(0, 120) }),
    );
    return copy.id;
  } catch (error) {
    await copy.discard();
    throw error;
  }
}

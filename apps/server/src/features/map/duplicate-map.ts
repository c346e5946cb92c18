import type { MapId } from '@groma/model';
import type { Platform } from '../../platform/platform.ts';
import { copyMap } from './copy-map.ts';
import { keyedMapId, type MapMaking } from './record/keyed-map-id.ts';
import { hasMap, readMap } from './record/map-records.ts';

/**
 * Copies a map with layers, snapshots and the edits after them into the same project. It appears whole or not at all,
 * and once of a key.
 */
export async function duplicateMap(
  platform: Platform,
  making: MapMaking & { copied: string },
  name?: string,
): Promise<MapId> {
  const { query: records } = platform.database;
  const id = keyedMapId(making);
  if (await hasMap(records, id)) return id;
  const {
    row: { name: original },
  } = await readMap(records, making.copied);
  const copy = await copyMap(platform, making.copied, { id });
  try {
    await records.transaction((query) => copy.insert(query, { name: name ?? `${original} copy`.slice(0, 120) }));
    return copy.id;
  } catch (error) {
    await copy.discard();
    // The same call made twice at once: the other one was first.
    if (making.key !== undefined && (await hasMap(records, id))) return id;
    throw error;
  }
}

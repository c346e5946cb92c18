import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { eq, sql } from 'drizzle-orm';
import { newId, rootParent, type MapId } from '@groma/model';
import { layerEdits, layers, maps } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { manifestOf, readLayerRows, type LayerRow } from './layer-records.ts';
import { readMap } from './map-records.ts';

/** Copies a map with layers, snapshots and the edits after them into the same project. It appears whole or not at all. */
export async function duplicateMap(platform: Platform, mapId: string, name?: string): Promise<MapId> {
  const { database, blobs } = platform;
  const { row: map } = await readMap(database.query, mapId);
  const copyId = newId<'map'>();
  const copied: string[] = [];
  try {
    const rows = await readLayerRows(database.query, mapId);
    const ids = new Map([[rootParent, rootParent], ...rows.map(({ id }): [string, string] => [id, newId<'layer'>()])]);
    const keys = new Map<string, string>();
    for (const row of rows) {
      if (row.snapshotKey === null) continue;
      copied.push(ids.get(row.id)!);
      keys.set(row.id, await copySnapshot(platform, row, ids.get(row.id)!));
    }
    await database.query.transaction(async (query) => {
      await query.insert(maps).values({ ...map, id: copyId, name: name ?? `${map.name} copy`.slice(0, 120), createdAt: new Date(), updatedAt: new Date() });
      for (const row of rows) {
        const id = ids.get(row.id)!;
        await query.insert(layers).values({ ...row, id, mapId: copyId, parentId: ids.get(row.parentId) ?? rootParent, snapshotKey: keys.get(row.id) ?? null });
        // The copies get later numbers than the snapshot's, in the same order.
        await query.execute(sql`
          INSERT INTO ${layerEdits} (layer_id, author_id, operation, inverse, made_at)
          SELECT ${id}, author_id, operation, inverse, made_at FROM ${layerEdits} WHERE ${eq(layerEdits.layerId, row.id)} AND seq > ${row.snapshotSeq} ORDER BY seq`);
      }
    });
    return copyId;
  } catch (error) {
    for (const id of copied) await blobs.removeAll(`layers/${id}/`);
    throw error;
  }
}

async function copySnapshot({ blobs }: Platform, row: LayerRow, id: string): Promise<string> {
  const key = `layers/${id}/${crypto.randomUUID()}`;
  const folder = await blobs.workFolder();
  try {
    for (const { file } of manifestOf(row).parts) {
      const path = join(folder, file);
      await pipeline(await blobs.read(`${row.snapshotKey}/${file}`), createWriteStream(path, { flags: 'wx' }));
      await blobs.adopt(`${key}/${file}`, path);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return key;
}

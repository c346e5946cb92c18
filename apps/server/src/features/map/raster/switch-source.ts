import { eq } from '../../../platform/database/drizzle.ts';
import { GromaError, type ProjectId, type UserId } from '@groma/model';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockPresentRows, readLayerRow } from '../record/layer-records.ts';
import { publishMapChange } from '../record/map-change.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { requireMapOf } from '../record/require-map.ts';

/** A raster layer of a map. */
export interface RasterLayerPlace {
  projectId: ProjectId;
  mapId: string;
  layerId: string;
}

/**
 * That a person may have a raster layer drawn from another file.
 * @throws GromaError NOT_FOUND, FORBIDDEN, LAYER_NOT_FOUND, LAYER_NOT_RASTER
 */
export async function requireRasterLayer(
  { access, database: { query } }: Platform,
  { projectId, mapId, layerId }: RasterLayerPlace,
  userId: UserId,
  options: { evenWithoutPlan?: boolean } = {},
): Promise<void> {
  await requireMapOf({ access, database: { query } }, { projectId, mapId }, userId, options);
  const row = await readLayerRow(query, mapId, layerId);
  if (row.kind !== 'raster' || row.type !== 'Layer') throw new GromaError('LAYER_NOT_RASTER', { name: row.name });
}

/**
 * Draws a raster layer from the cloud-optimised copy of its file, whoever is there to see it and whoever has its styles
 * open: what it shows is the same. A layer that was deleted or drawn from something else meanwhile is left alone.
 */
export async function switchToCopy(
  { platform, queue }: Pick<MapParts, 'platform' | 'queue'>,
  { mapId, layerId }: RasterLayerPlace,
  from: string,
  to: string,
): Promise<void> {
  const isSwitched = await queue.run(mapId, () =>
    platform.database.query.transaction(async (query) => {
      const row = (await lockPresentRows(query, mapId, [layerId])).get(layerId);
      if (row?.kind !== 'raster' || (row.source as { url?: string }).url !== from) return false;
      await query
        .update(layers)
        .set({ source: { url: to }, style: { ...(row.style as object), isCOG: true } })
        .where(eq(layers.id, layerId));
      await query.update(maps).set({ updatedAt: recordsNow }).where(eq(maps.id, mapId));
      return true;
    }),
  );
  if (isSwitched) await publishMapChange(platform, { mapId, kind: 'style', layerId, senderId: null });
}

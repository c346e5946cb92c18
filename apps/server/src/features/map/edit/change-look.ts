import { eq, sql } from '../../../platform/database/drizzle.ts';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import { noteEvents } from '../record/layer-events.ts';
import { lockLayerRows, type LayerRow } from '../record/layer-records.ts';
import { publishMapChange, type Sender } from '../record/map-change.ts';
import type { MapParts } from './map-parts.ts';

/** How a layer is to look, and of a raster what it is drawn from. `check` refuses what its kind does not allow. */
interface WantedLook {
  layerId: string;
  style: object;
  source?: Record<string, unknown> | undefined;
  check(row: LayerRow): void;
}

/**
 * Changes parts of the style of a layer of any kind, and tells everybody.
 * @throws GromaError LAYER_NOT_FOUND, LAYER_LOCKED; as `check`
 */
export async function changeLook(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  { layerId, style, source, check }: WantedLook,
): Promise<void> {
  await parts.queue.run(mapId, () =>
    parts.platform.database.query.transaction(async (query) => {
      const row = (await lockLayerRows(query, mapId, [layerId])).get(layerId)!;
      check(row);
      parts.locks.refuseIfOthers(mapId, row, sender.userId);
      await noteEvents(query, sender.userId, [
        {
          layerId,
          kind: 'style',
          detail: { before: row.style, ...(sender.assistant !== undefined && { assistant: sender.assistant }) },
        },
      ]);
      await query
        .update(layers)
        .set({ style: sql`${layers.style} || ${JSON.stringify(style)}::jsonb`, ...(source && { source }) })
        .where(eq(layers.id, layerId));
      await query.update(maps).set({ updatedAt: recordsNow }).where(eq(maps.id, mapId));
    }),
  );
  await publishMapChange(parts.platform, {
    mapId,
    kind: 'style',
    layerId,
    senderId: sender.userId,
    requestId: sender.requestId,
  });
}

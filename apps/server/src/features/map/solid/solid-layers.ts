import { eq, sql } from 'drizzle-orm';
import {
  baseName,
  GromaError,
  parseExistingPath,
  rootParent,
  type DataPath,
  type ProjectId,
  type SolidExtent,
} from '@groma/model';
import type { CheckedMapPost, LayerEntry } from '@groma/protocol';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import { findAnswer, noteMade } from '../edit/edit-keys.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { noteEvents } from '../record/layer-events.ts';
import { lockLayerRows, presentMade, topOrder } from '../record/layer-records.ts';
import { publishMapChange, type Sender } from '../record/map-change.ts';
import { lockMap, readMap } from '../record/map-records.ts';
import { publishHierarchy } from '../tree/change-tree.ts';
import { writeHierarchy } from '../tree/write-hierarchy.ts';
import { readSolidExtent } from './read-extent.ts';

type CreatePost = Extract<CheckedMapPost, { type: 'Create_Solid_Layer' }>;
type UpdatePost = Extract<CheckedMapPost, { type: 'Update_Solid_Layer_Data' }>;

/**
 * Makes a 3D layer of tiles or a model of the project, on top of the tree. What lies on the globe stands on the map
 * with its lowest point, unless the post says otherwise.
 * @throws GromaError FILE_NOT_FOUND, FILE_UNREADABLE, BAD_INPUT without a place for what does not say its own
 */
export async function createSolidLayer(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  { text, layer_id: id, solid_data: { path: given, style } }: CreatePost,
): Promise<LayerEntry[]> {
  const { query: records } = parts.platform.database;
  if (await findAnswer(records, mapId, [id], sender)) return presentMade(records, mapId, id);
  const { path, extent } = await sourceOf(parts, mapId, given);
  if (extent.kind === 'own' && !style.place)
    throw new GromaError('BAD_INPUT', { detail: `place: "${baseName(path)}" does not say where it lies.` });
  const lift = extent.kind === 'globe' ? -Math.round(extent.low * 100) / 100 : 0;
  await parts.queue.run(mapId, () =>
    records.transaction(async (query) => {
      await lockMap(query, mapId);
      if (await findAnswer(query, mapId, [id], sender)) return;
      const entry = {
        id,
        text,
        type: 'Layer' as const,
        parent_id: rootParent,
        level: 1,
        order: await topOrder(query, mapId),
        visible: true,
      };
      const look = { lift, ...style, ...(extent.kind === 'globe' && { place: null }) };
      const content = { kind: 'solid' as const, style: look, source: { path, extent } };
      await writeHierarchy(query, mapId, { [id]: entry }, new Map([[id, content]]));
      await noteEvents(query, sender.userId, [{ layerId: id, kind: 'imported', detail: { file_path: path } }]);
      await noteMade(query, id, sender);
    }),
  );
  await publishHierarchy(parts, mapId, sender);
  return presentMade(records, mapId, id);
}

/**
 * Changes how a 3D layer looks or where it stands.
 * @throws GromaError LAYER_NOT_FOUND, LAYER_LOCKED, BAD_INPUT
 */
export async function updateSolidLayer(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  { layer_id: layerId, solid_data: { style } }: UpdatePost,
): Promise<void> {
  await parts.queue.run(mapId, () =>
    parts.platform.database.query.transaction(async (query) => {
      const row = (await lockLayerRows(query, mapId, [layerId])).get(layerId)!;
      if (row.kind !== 'solid')
        throw new GromaError('BAD_INPUT', { detail: `layer_id: "${row.name}" is no 3D layer.` });
      const { extent } = row.source as { extent: SolidExtent };
      if (style.place === null && extent.kind === 'own')
        throw new GromaError('BAD_INPUT', { detail: `place: "${row.name}" does not say where it lies.` });
      parts.locks.refuseIfOthers(mapId, row, sender.userId);
      await noteEvents(query, sender.userId, [{ layerId, kind: 'style', detail: { before: row.style } }]);
      await query
        .update(layers)
        .set({ style: sql`${layers.style} || ${JSON.stringify(style)}::jsonb` })
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

async function sourceOf(
  { platform: { database, files } }: MapParts,
  mapId: string,
  given: string,
): Promise<{ path: DataPath; extent: SolidExtent }> {
  const { row } = await readMap(database.query, mapId);
  const path = parseExistingPath(given);
  return { path, extent: await readSolidExtent(files, row.projectId as ProjectId, path) };
}

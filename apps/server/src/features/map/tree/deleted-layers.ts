import { and, desc, eq, inArray, isNotNull, lt } from '../../../platform/database/drizzle.ts';
import { byServer, descendantsOf, GromaError, rootParent } from '@groma/model';
import type { DeletedLayer, LayerEntry } from '@groma/protocol';
import { recordsNowPlus } from '../../../platform/database/record-clock.ts';
import { layers, users } from '../../../platform/database/tables/index.ts';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { noteEvents } from '../record/layer-events.ts';
import {
  hierarchyEntry,
  manifestOf,
  presentLayers,
  readLayerRows,
  type LayerRow,
  type Query,
} from '../record/layer-records.ts';
import type { Sender } from '../record/map-change.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { publishHierarchy } from './change-tree.ts';
import { lockMap } from '../record/map-records.ts';
import { writeHierarchy } from './write-hierarchy.ts';

/** As long as files stay in the trash. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** What can be recovered, the last deleted first, without what went along with its group. */
export async function listDeletedLayers(query: Query, mapId: string): Promise<DeletedLayer[]> {
  const rows = await query
    .select({ layer: layers, username: users.username })
    .from(layers)
    .leftJoin(users, eq(users.id, layers.deletedBy))
    .where(and(eq(layers.mapId, mapId), isNotNull(layers.deletedAt)))
    .orderBy(desc(layers.deletedAt), layers.level, layers.order);
  const byId = new Map(rows.map(({ layer }) => [layer.id, layer]));
  return rows
    .filter(({ layer }) => !wentAlong(layer, byId))
    .map(({ layer, username }) => ({
      id: layer.id,
      text: layer.name,
      type: layer.type,
      parent_id: layer.parentId,
      deleted_at: layer.deletedAt!.toISOString(),
      deleted_until: new Date(layer.deletedAt!.getTime() + keptMs).toISOString(),
      deleted_by: layer.deletedBy,
      username,
      count: manifestOf(layer).featureCount,
    }));
}

/** All that was deleted at once has one moment. */
function wentAlong(layer: LayerRow, deleted: ReadonlyMap<string, LayerRow>): boolean {
  return deleted.get(layer.parentId)?.deletedAt?.getTime() === layer.deletedAt?.getTime();
}

/**
 * Brings deleted layers and groups back to their places, with what was deleted along with them; where the group they
 * lay in is gone, or lies too deep by now, to the root. @throws GromaError LAYER_NOT_FOUND.
 */
export async function recoverLayers(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  layerIds: readonly string[],
): Promise<LayerEntry[]> {
  const { query: records } = parts.platform.database;
  const ids = await parts.queue.run(mapId, () =>
    records.transaction(async (query) => {
      await lockMap(query, mapId);
      const deleted = new Map(
        (
          await query
            .select()
            .from(layers)
            .where(and(eq(layers.mapId, mapId), isNotNull(layers.deletedAt)))
        ).map((row) => [row.id, row]),
      );
      const missing = layerIds.find((id) => !deleted.has(id));
      if (missing !== undefined) throw new GromaError('LAYER_NOT_FOUND', { id: missing });
      const back = [...new Set(layerIds.flatMap((id) => withCompanions(deleted, id)))];
      const present = new Set((await readLayerRows(query, mapId)).map(({ id }) => id));
      await query.update(layers).set({ deletedAt: null, deletedBy: null }).where(inArray(layers.id, back));
      await placeAgain(
        query,
        mapId,
        back.map((id) => deleted.get(id)!),
        (id) => present.has(id) || back.includes(id),
      );
      await noteEvents(
        query,
        sender.userId,
        back
          .filter((id) => deleted.get(id)!.type === 'Layer')
          .map((layerId) => ({ layerId, kind: 'recovered', detail: {} })),
      );
      return back;
    }),
  );
  await publishHierarchy(parts, mapId, sender);
  return presentLayers(
    records,
    (await readLayerRows(records, mapId)).filter(({ id }) => ids.includes(id)),
  );
}

function withCompanions(deleted: ReadonlyMap<string, LayerRow>, id: string): string[] {
  const moment = deleted.get(id)!.deletedAt!.getTime();
  const together = Object.fromEntries(
    [...deleted]
      .filter(([, row]) => row.deletedAt!.getTime() === moment)
      .map(([key, row]) => [key, hierarchyEntry(row)]),
  );
  return [id, ...descendantsOf(together, id).map((below) => below.id)];
}

async function placeAgain(
  query: Query,
  mapId: string,
  rows: LayerRow[],
  isThere: (id: string) => boolean,
): Promise<void> {
  const placed = (isKept: (parentId: string) => boolean) =>
    Object.fromEntries(
      rows.map((row) => [
        row.id,
        { ...hierarchyEntry(row), parent_id: isKept(row.parentId) ? row.parentId : rootParent },
      ]),
    );
  try {
    await writeHierarchy(query, mapId, placed(isThere));
  } catch (error) {
    if (!(error instanceof GromaError) || error.code !== 'GROUP_TOO_DEEP') throw error;
    const ids = new Set(rows.map(({ id }) => id));
    await writeHierarchy(
      query,
      mapId,
      placed((id) => ids.has(id)),
    );
  }
}

/** Deletes for good what nobody wanted back. */
export function sweepLayersJobOf({ database: { query }, blobs }: Platform): Job {
  return defineJob({
    name: 'sweep-layers',
    policy: byServer('the time has come'),
    schedule: '47 */6 * * *',
    async run() {
      // What somebody is at just now, who may be bringing it back, waits for the next time.
      const due = query
        .select({ id: layers.id })
        .from(layers)
        .where(lt(layers.deletedAt, recordsNowPlus(-keptMs)))
        .for('update', { skipLocked: true });
      const gone = await query.delete(layers).where(inArray(layers.id, due)).returning({ id: layers.id });
      for (const { id } of gone) await blobs.removeAll(`layers/${id}/`);
    },
  });
}

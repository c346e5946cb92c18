import { inArray } from '../../../platform/database/drizzle.ts';
import { typeWith, valueType, type Column } from '@groma/geo';
import { descendantsOf, GromaError, type HierarchyEntry } from '@groma/model';
import type { CheckedMapPost, EditedLayer, VectorLayerEntry, VectorUpdateRequest } from '@groma/protocol';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import { layers } from '../../../platform/database/tables/index.ts';
import { announceEdits } from '../edit/announce-edits.ts';
import { findAnswer } from '../edit/edit-keys.ts';
import { writeEdits } from '../edit/edit-layers.ts';
import { noteEvents } from '../record/layer-events.ts';
import { hierarchyEntry, presentVectors, readLayerRows, type LayerRow } from '../record/layer-records.ts';
import { publishMapChange, type Sender } from '../record/map-change.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { lockMap } from '../record/map-records.ts';
import { writeHierarchy, type LayerContent } from './write-hierarchy.ts';

type CreatePost = Extract<CheckedMapPost, { type: 'Create_Vector_Layer' }>;

/** Moves, renames, shows or hides nodes, and makes groups (MAP-088). */
export async function updateHierarchy(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  info: Record<string, HierarchyEntry>,
): Promise<void> {
  await parts.queue.run(mapId, () =>
    parts.platform.database.query.transaction(async (query) => {
      await lockMap(query, mapId);
      const names = new Map(
        (await readLayerRows(query, mapId)).filter(({ type }) => type === 'Layer').map(({ id, name }) => [id, name]),
      );
      await writeHierarchy(query, mapId, info);
      await noteEvents(
        query,
        sender.userId,
        Object.values(info).flatMap(({ id, text }) => {
          const before = names.get(id);
          return before === undefined || before === text.trim()
            ? []
            : [{ layerId: id, kind: 'renamed', detail: { before, name: text.trim() } }];
        }),
      );
    }),
  );
  await publishHierarchy(parts, mapId, sender);
}

/**
 * Deletes layers and groups with all below them; for some time they can be recovered.
 * @throws GromaError LAYER_NOT_FOUND, LAYER_LOCKED.
 */
export async function deleteLayers(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  layerIds: readonly string[],
): Promise<void> {
  const gone = await parts.queue.run(mapId, () =>
    parts.platform.database.query.transaction(async (query) => {
      await lockMap(query, mapId);
      const rows = new Map((await readLayerRows(query, mapId)).map((row) => [row.id, row]));
      const hierarchy = Object.fromEntries([...rows].map(([id, row]) => [id, hierarchyEntry(row)]));
      const missing = layerIds.find((id) => !rows.has(id));
      if (missing !== undefined) throw new GromaError('LAYER_NOT_FOUND', { id: missing });
      const ids = [
        ...new Set(layerIds.flatMap((id) => [id, ...descendantsOf(hierarchy, id).map((below) => below.id)])),
      ];
      for (const id of ids) parts.locks.refuseIfOthers(mapId, rows.get(id)!, sender.userId);
      await query
        .update(layers)
        .set({ deletedAt: recordsNow, deletedBy: sender.userId })
        .where(inArray(layers.id, ids));
      await noteEvents(
        query,
        sender.userId,
        ids.filter((id) => rows.get(id)!.type === 'Layer').map((layerId) => ({ layerId, kind: 'deleted', detail: {} })),
      );
      return ids;
    }),
  );
  for (const id of gone) parts.locks.remove(mapId, id);
  await publishHierarchy(parts, mapId, sender);
}

/** Makes layers of drawn features: their features are the first edits of their logs (MAP-089). */
export async function createVectorLayers(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  post: CreatePost,
): Promise<{ entries: VectorLayerEntry[]; edited: Record<string, EditedLayer> }> {
  const { query: records } = parts.platform.database;
  const drawn = Object.entries(post.vector_data);
  const homeless = drawn.find(([id]) => post.new_layers_hierarchy_info[id]?.type !== 'Layer');
  if (homeless)
    throw new GromaError('LAYER_TREE_BROKEN', { detail: `the new layer ${homeless[0]} has no place in it.` });
  const contents = new Map(drawn.map(([id, { vector_style: style }]): [string, LayerContent] => [id, { style }]));
  let edited: Record<string, EditedLayer> = {};
  let isKnown = false;
  const rows: LayerRow[] = [];
  const write = () =>
    records.transaction(async (query) => {
      await lockMap(query, mapId);
      const known = await findAnswer(query, mapId, [...contents.keys()], sender);
      isKnown = known !== null;
      if (known) edited = known;
      else await writeHierarchy(query, mapId, post.new_layers_hierarchy_info, contents);
      rows.push(...(await readLayerRows(query, mapId)).filter(({ id }) => post.new_layers_hierarchy_info[id]));
      if (isKnown) return;
      await noteEvents(
        query,
        sender.userId,
        drawn.map(([layerId]) => ({ layerId, kind: 'created', detail: {} })),
      );
      for (const [id, data] of drawn) {
        const row = rows.find((each) => each.id === id)!;
        edited[id] = await writeEdits(parts, query, row, sender, { requests: firstEdits(data) });
        row.newestSeq = edited[id].seq;
      }
    });
  await parts.queue
    .run(mapId, async () => {
      await write();
      if (isKnown) return;
      for (const row of rows) if (edited[row.id]?.edits.length) parts.edits.confirm(row, row.newestSeq);
    })
    .catch(async (error: unknown) => {
      await Promise.all(drawn.map(([id]) => parts.edits.forget(id).catch(() => undefined)));
      throw error;
    });
  if (isKnown) return { entries: await presentVectors(records, rows), edited };
  await publishHierarchy(parts, mapId, sender);
  for (const row of rows)
    if (edited[row.id]) await announceEdits(parts, mapId, sender, { row, edited: edited[row.id]!, after: 0 });
  return { entries: await presentVectors(records, rows), edited };
}

export function publishHierarchy({ platform }: MapParts, mapId: string, sender: Sender): Promise<void> {
  return publishMapChange(platform, { mapId, kind: 'hierarchy', senderId: sender.userId, requestId: sender.requestId });
}

/** Columns, given or as the features have them, then the features with fresh ids. */
function firstEdits({ columns, features }: CreatePost['vector_data'][string]): VectorUpdateRequest[] {
  const known = new Map<string, Column>(columns.map((column) => [column.name, column]));
  const given = new Set(known.keys());
  for (const { properties } of features) {
    for (const [name, value] of Object.entries(properties)) {
      if (given.has(name)) continue;
      const before = known.get(name);
      if (value !== null) known.set(name, { name, type: before ? typeWith(before.type, value) : valueType(value) });
    }
  }
  // A column in which no feature has a value is a column all the same.
  for (const { properties } of features)
    for (const name of Object.keys(properties)) if (!known.has(name)) known.set(name, { name, type: 'text' });
  const added: VectorUpdateRequest[] = [...known.values()].map((column) => ({ type: 'Add_Column', column }));
  return features.length === 0
    ? added
    : [...added, { type: 'Add', features: features.map((feature) => ({ ...feature, fid: null })) }];
}

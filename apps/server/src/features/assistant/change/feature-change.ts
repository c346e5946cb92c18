import { isDeepStrictEqual } from 'node:util';
import type { LayerFeature } from '@groma/geo';
import { GromaError, newId } from '@groma/model';
import {
  fidProperty,
  type EditedLayer,
  type LoggedFeature,
  type MapPost,
  type WireGeometry,
  type WireValue,
} from '@groma/protocol';
import { requireMap } from './require-map.ts';
import type { ChangeAsked, ChangeDoer, ChangeRow } from './change-row.ts';

/** A feature as a change tells it: GeoJSON with its id among the properties, none for one that is new. */
export interface ChangedFeature {
  type: 'Feature';
  geometry: WireGeometry | null;
  properties: Record<string, WireValue>;
}

type Updates = Extract<MapPost, { type: 'Update_Vector_Layer_Data' }>['vector_update'][string];

/**
 * Features of a layer, by a post with the id of the change as its key: made once, and undone by what the log says, so
 * that what others have written since stays. By these keys the history of the layer knows what the assistant did.
 */
export const featureChange: ChangeDoer = {
  async apply(asked) {
    const { needs, user, change, assistant } = asked;
    const { mapId, layerId } = await requireMap(asked);
    const key = change.id;
    const updates = await updatesOf(asked, mapId, layerId);
    if (updates.length > 0)
      await needs.postToMap(
        mapId,
        user,
        {
          type: 'Update_Vector_Layer_Data',
          key,
          sender_id: user.id,
          vector_update: { [layerId]: updates },
        },
        assistant,
      );
    return { key, undo: newId(), isNone: updates.length === 0 };
  },
  async revert(asked) {
    const { needs, user, change, assistant } = asked;
    const applied = change.applied as { key: string; undo: string; isNone: boolean } | null;
    if (applied === null) throw new GromaError('ORIGINAL_GONE', { name: change.title });
    if (applied.isNone) return { isLess: false };
    const { mapId, layerId } = await requireMap(asked);
    const { layers } = (await needs.postToMap(
      mapId,
      user,
      {
        type: 'Undo_Vector_Layer_Data',
        key: applied.undo,
        sender_id: user.id,
        layer_id: layerId,
        keys: [applied.key],
      },
      assistant,
    )) as { layers: Record<string, EditedLayer> };
    const edited = layers[layerId];
    if (!edited || edited.edits.length === 0) throw new GromaError('CHANGE_CONFLICT', { name: change.title });
    return { isLess: edited.is_less === true };
  },
};

/** Features of before by id. */
function byFid(features: readonly ChangedFeature[]): Map<number, ChangedFeature> {
  return new Map(
    features.flatMap((feature): [number, ChangedFeature][] => {
      const fid = feature.properties[fidProperty];
      return typeof fid === 'number' ? [[fid, feature]] : [];
    }),
  );
}

/** A feature of a layer as a change tells it. */
export function toChanged({ fid, geometry, properties }: LayerFeature | LoggedFeature): ChangedFeature {
  return {
    type: 'Feature',
    geometry: geometry as WireGeometry | null,
    properties: { ...(properties as Record<string, WireValue>), [fidProperty]: fid },
  };
}

/** What is posted, against the layer as it is now. @throws GromaError CHANGE_CONFLICT */
async function updatesOf({ needs, change }: ChangeAsked, mapId: string, layerId: string): Promise<Updates & object[]> {
  const before = byFid(change.before as ChangedFeature[]);
  const after = change.after as ChangedFeature[];
  const kept = byFid(after);
  const now = new Map(
    (await needs.readFeatures(mapId, layerId, [...before.keys()])).map((each) => [each.fid, toChanged(each)]),
  );
  const edits: { fid: number; column: string; value: WireValue }[] = [];
  const put: object[] = [];
  const gone: number[] = [];
  for (const [fid, was] of before) {
    const current = now.get(fid);
    const wanted = kept.get(fid);
    if (!wanted) {
      if (current && !isDeepStrictEqual(current, was)) throw conflict(change);
      if (current) gone.push(fid);
      continue;
    }
    if (!current) throw conflict(change);
    const values = Object.entries(wanted.properties).flatMap(([column, value]) =>
      isDeepStrictEqual(value, was.properties[column]) ? [] : [{ column, value }],
    );
    for (const { column, value } of values)
      requireUnchanged(change, current.properties[column], was.properties[column], value);
    if (isDeepStrictEqual(wanted.geometry, was.geometry)) {
      for (const { column, value } of values) edits.push({ fid, column, value });
      continue;
    }
    requireUnchanged(change, current.geometry, was.geometry, wanted.geometry);
    const { [fidProperty]: _fid, ...properties } = current.properties;
    for (const { column, value } of values) properties[column] = value;
    put.push({ fid, geometry: wanted.geometry, properties });
  }
  for (const feature of after) if (feature.properties[fidProperty] === undefined) put.push({ ...feature });
  return [
    ...(edits.length > 0 ? [{ type: 'Edit_Property' as const, edits }] : []),
    ...(put.length > 0 ? [{ type: 'Add' as const, features: put as never[] }] : []),
    ...(gone.length > 0 ? [{ type: 'Delete' as const, fids: gone }] : []),
  ];
}

function requireUnchanged(change: ChangeRow, now: unknown, was: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(now, was) && !isDeepStrictEqual(now, wanted)) throw conflict(change);
}

function conflict({ title }: ChangeRow): GromaError {
  return new GromaError('CHANGE_CONFLICT', { name: title });
}

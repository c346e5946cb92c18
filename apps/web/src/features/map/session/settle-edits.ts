import { GromaError } from '@groma/model';
import { map, type MapPost, type MapPostReply } from '@groma/protocol';
import { api, isUnanswered } from '../../../platform/api.ts';
import { refreshAside } from '../../../platform/unsaved/aside-store.ts';
import { readLeft } from '../../../platform/unsaved/change-keeper.ts';
import { dropKept, markKept, putKept, type KeptRecord } from '../../../platform/unsaved/kept-store.ts';
import { sessionStore } from '../../../platform/session.ts';
import type { LeftPlace } from '../../../platform/unsaved/settlers.ts';
import { asPost, givenFids, withFids, type KeyedEdit } from './waiting-edit.ts';

/** Path of the rooms of maps, by which what is kept of them is found. */
export const mapRooms = '/parties/map/';

type SendPost = (mapId: string, post: MapPost) => Promise<MapPostReply<MapPost['type']>>;
const send: SendPost = (mapId, post) => map.postToMap(api, mapId, post);

/**
 * Sends what earlier pages left of a map, in its order; what is refused is listed. Another tab may do the same at the same
 * time: each change has its key. @throws Error where the server cannot be reached, with the rest still kept.
 */
export async function settleMapEdits({ person, place, ids }: LeftPlace, post: SendPost = send): Promise<void> {
  const mapId = decodeURIComponent(place.slice(mapRooms.length));
  const left = await readLeft(person, place, ids).catch(() => []);
  for (const [index, record] of left.entries()) {
    if (sessionStore.getState().user?.id !== person) return;
    const edit = editOf(record);
    try {
      const reply = (await post(mapId, { ...asPost(edit), sender_id: person })) as {
        layers?: MapPostReply<'Update_Vector_Layer_Data'>['layers'];
      };
      await renumber(left, index + 1, givenFids(edit, reply.layers));
      await dropKept([record.id]);
    } catch (error) {
      if (isUnanswered(error) || (error instanceof GromaError && error.code === 'UNAUTHENTICATED')) throw error;
      await markKept([record.id], error instanceof GromaError ? error.code : 'INTERNAL');
    }
  }
  if (left.length > 0) await refreshAside();
}

function editOf({ id, work }: KeptRecord): KeyedEdit {
  const { layerId, post, newFids } = work as unknown as Omit<KeyedEdit, 'key'>;
  return { key: id, layerId, post, newFids };
}

/** Later changes name new features by the ids that the server has given. */
async function renumber(records: KeptRecord[], from: number, ids: ReadonlyMap<number, number>): Promise<void> {
  if (ids.size === 0) return;
  for (let index = from; index < records.length; index += 1) {
    const record = records[index]!;
    const { post, ...work } = record.work as unknown as KeyedEdit;
    records[index] = { ...record, work: { ...work, post: withFids(post, ids) } };
    await putKept(records[index]!);
  }
}

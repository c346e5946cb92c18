import { GromaError } from '@groma/model';
import { map, type MapPost, type MapPostReply } from '@groma/protocol';
import { api, isUnanswered } from '../../../platform/api.ts';
import { refreshAside } from '../../../platform/unsaved/aside-store.ts';
import { readLeft } from '../../../platform/unsaved/change-keeper.ts';
import type { KeptRecord } from '../../../platform/unsaved/kept-record.ts';
import { dropKept, markKept, putKept, readKept } from '../../../platform/unsaved/kept-store.ts';
import { sessionStore } from '../../../platform/session.ts';
import type { LeftPlace } from '../../../platform/unsaved/settlers.ts';
import { asPost, givenFids, parted, withFids, type KeyedEdit } from './waiting-edit.ts';

/** Path of the rooms of maps, by which what is kept of them is found. */
export const mapRooms = '/parties/map/';

type SendPost = (mapId: string, post: MapPost) => Promise<MapPostReply<MapPost['type']>>;
const send: SendPost = (mapId, post) => map.postToMap(api, mapId, post);

/** What is being sent of each place, by whichever part of this page. */
const settling = new Map<string, Promise<void>>();

/**
 * Sends what earlier pages left of a map, in its order, one after the other however often it is asked for; what is
 * refused is listed. Another tab may do the same at the same time: each change has its key. @throws Error where the
 * server cannot be reached, with the rest still kept.
 */
export function settleMapEdits(left: LeftPlace, post: SendPost = send): Promise<void> {
  const turn = (settling.get(left.place) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => settleInOrder(left, post));
  settling.set(left.place, turn);
  return turn;
}

async function settleInOrder({ person, place, ids }: LeftPlace, post: SendPost): Promise<void> {
  const mapId = decodeURIComponent(place.slice(mapRooms.length));
  const left = await readLeft(person, place, ids).catch(() => []);
  /** Keys of changes that were refused, and why the last one was that drew features. */
  const refused = new Set<string>();
  let refusal = 'FEATURE_NOT_FOUND';
  for (const [index, record] of left.entries()) {
    if (sessionStore.getState().user?.id !== person) return;
    const edit = await withoutLost(record, refused, refusal);
    if (!edit) {
      refused.add(record.id);
      continue;
    }
    try {
      const reply = (await post(mapId, { ...asPost(edit), sender_id: person })) as {
        layers?: MapPostReply<'Update_Vector_Layer_Data'>['layers'];
      };
      await renumber(left, index + 1, givenFids(edit, reply.layers));
      await dropKept([record.id]);
    } catch (error) {
      if (isUnanswered(error) || (error instanceof GromaError && error.code === 'UNAUTHENTICATED')) throw error;
      const code = error instanceof GromaError ? error.code : 'INTERNAL';
      refused.add(record.id);
      if (edit.newFids.length > 0) refusal = code;
      await markKept([record.id], code);
    }
  }
  if (left.length > 0) await refreshAside();
}

/** What is to be sent of a record; what builds on refused changes is listed with them. Null where nothing is left. */
async function withoutLost(record: KeptRecord, refused: ReadonlySet<string>, code: string): Promise<KeyedEdit | null> {
  const edit = editOf(record);
  const { sent, lost } = parted(edit, refused);
  if (sent && !lost) return { ...edit, post: sent };
  if (!sent) await (lost ? markKept([record.id], code) : dropKept([record.id]));
  if (!sent || !lost) return null;
  await putKept({ ...record, id: crypto.randomUUID(), work: { ...record.work, post: lost }, code });
  await putKept({ ...record, work: { ...record.work, post: sent } });
  return { ...edit, post: sent };
}

function editOf({ id, work }: KeptRecord): KeyedEdit {
  const { layerId, post, newFids } = work as unknown as Omit<KeyedEdit, 'key'>;
  return { key: id, layerId, post, newFids };
}

/** Later changes, and those that were refused, name new features by the ids that the server has given. */
async function renumber(records: KeptRecord[], from: number, ids: ReadonlyMap<number, number>): Promise<void> {
  const [first] = records;
  if (ids.size === 0 || !first) return;
  const renumbered = (record: KeptRecord): KeptRecord => {
    const { post, ...work } = record.work as unknown as KeyedEdit;
    return { ...record, work: { ...work, post: withFids(post, ids) } };
  };
  for (let index = from; index < records.length; index += 1) {
    records[index] = renumbered(records[index]!);
    await putKept(records[index]!);
  }
  for (const record of await readKept(first.person))
    if (record.place === first.place && record.code !== null) await putKept(renumbered(record));
}

import { map } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { readState, type PublishedPlace } from './read-publication.ts';
import { readAddress, type SharedAddress } from './view-address.ts';

/** How somebody has left a published map: by the names of layers, which a copy of it has too. */
export interface KeptView {
  camera: SharedAddress['view'];
  /** Layers that were switched otherwise than published: on or off. */
  layers: Readonly<Record<string, boolean>>;
}

/** Reads what the address of a published map says of what its reader has done. @throws GromaError, CallFailure. */
export async function readKeptView(place: PublishedPlace, hash: string): Promise<KeptView | null> {
  const { view: camera, on, off } = readAddress(hash);
  if (camera === null && on.length === 0 && off.length === 0) return null;
  const { layers } = await readState(place);
  const switched = layers.filter(({ id }) => on.includes(id) || off.includes(id));
  return { camera, layers: Object.fromEntries(switched.map(({ id, text }) => [text, on.includes(id)])) };
}

/** Has a map of one's own show that, for all who open it. @throws GromaError, CallError. */
export async function keepView({ projectId, mapId }: PublishedPlace, { camera, layers }: KeptView): Promise<void> {
  if (camera) await map.postToMap(api, mapId, { type: 'Save_View_State', view_state: camera });
  const entries = (await readState({ projectId, mapId })).layers.filter(
    ({ text, visible }) => (layers[text] ?? visible) !== visible,
  );
  if (entries.length === 0) return;
  const changed = entries.map(({ id, text, type, parent_id, level, order, visible }) => {
    const entry = { id, text, type, parent_id, level, order, visible: !visible };
    return [id, entry] as const;
  });
  await map.postToMap(api, mapId, { type: 'Update_Layer_Info', hierarchy_info: Object.fromEntries(changed) });
}

import { map, type MapPost, type MapPostReply } from '@groma/protocol';
import { api, watched } from '../../../platform/api.ts';
import type { MapRoom } from './map-room.ts';

/** What people do again and again while others look on: it goes over the connection that is open, without a call of its own. */
const overTheRoom: ReadonlySet<MapPost['type']> = new Set<MapPost['type']>([
  'Update_Vector_Layer_Data',
  'Undo_Vector_Layer_Data',
]);

/** Sends a change of a map; resolves when it is on disk. @throws GromaError, CallError. */
export async function postToMap<Post extends MapPost>(
  room: MapRoom,
  mapId: string,
  post: Post,
): Promise<MapPostReply<Post['type']>> {
  const answer = overTheRoom.has(post.type) ? room.post(post) : null;
  if (!answer) return map.postToMap(api, mapId, post);
  return (await watched(answer, map.postToMapRoom.id)) as unknown as MapPostReply<Post['type']>;
}

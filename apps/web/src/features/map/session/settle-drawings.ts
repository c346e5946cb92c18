import { can } from '../../../platform/session.ts';
import { refreshAside } from '../../../platform/unsaved/aside-store.ts';
import { readLeft } from '../../../platform/unsaved/change-keeper.ts';
import { markKept, putKept } from '../../../platform/unsaved/kept-store.ts';
import type { LeftPlace } from '../../../platform/unsaved/settlers.ts';
import { drawingRooms } from './drawing/drawing-keeper.ts';
import type { KeptWork } from './drawing/kept-work.ts';
import { listMaps } from '../maps/map-calls.ts';
import { geoJson } from './edit-text.ts';

type ListMaps = (projectId: string) => Promise<readonly { id: string }[]>;

/**
 * Drawings that earlier pages left wait for their map to be opened; those of a map that is gone, or may not be changed
 * any more, are listed with their shapes. @throws Error where the server cannot be reached.
 */
export async function settleDrawings({ person, place, ids }: LeftPlace, list: ListMaps = listMaps): Promise<void> {
  const left = await readLeft(person, place, ids).catch(() => []);
  const [first] = left;
  if (!first) return;
  const mapId = decodeURIComponent(place.slice(drawingRooms.length));
  const isThere = (await list(first.projectId)).some(({ id }) => id === mapId);
  if (isThere && can('update', 'map')) return;
  for (const record of left) await putKept({ ...record, text: geoJson((record.work as unknown as KeptWork).features) });
  await markKept(
    left.map(({ id }) => id),
    isThere ? 'FORBIDDEN' : 'NOT_FOUND',
  );
  await refreshAside();
}

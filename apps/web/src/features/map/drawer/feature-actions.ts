import { toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { showOnMap } from '../maps/map-panels.ts';
import { findPicture } from '../view/open-pictures.ts';
import { FidSet, isTooLarge } from '../session/fid-set.ts';
import type { MapSession } from '../session/map-session.ts';

/** Ids of all features of a layer, read where it is not yet. */
async function allOf(session: MapSession, layerId: string): Promise<Int32Array> {
  return session.ask(layerId, 'fids', { sort: [], filter: [] });
}

/**
 * Gives the keys to the map: what was chosen there is what they mean next, and not the row of the tree whose menu it
 * was.
 */
function focusMap({ mapId }: MapSession): void {
  findPicture(mapId)?.view.map.getCanvas().focus({ preventScroll: true });
}

/** Selects every feature of a layer (MAP-035, MAP-116, MAP-117). */
export async function selectAll(session: MapSession, layerId: string): Promise<void> {
  const fids = await allOf(session, layerId);
  if (isTooLarge({ [layerId]: { size: fids.length } })) return void toast.error(t('map.tooManySelected'));
  session.select(layerId, FidSet.of(fids));
  focusMap(session);
}

/** Takes a whole layer into an editing layer. */
export async function editLayer(session: MapSession, layerId: string): Promise<void> {
  await editFeatures(session, layerId, [...(await allOf(session, layerId))]);
}

export async function editFeatures(session: MapSession, layerId: string, fids: readonly number[]): Promise<void> {
  await session.drawing.editFeatures(layerId, fids);
  focusMap(session);
}

/** Brings features into view. */
export async function zoomToFeatures(
  session: MapSession,
  fidsByLayer: Readonly<Record<string, Iterable<number>>>,
): Promise<void> {
  const box = await session.boundsOf(fidsByLayer);
  if (box) showOnMap(session.mapId, session.state.name, box);
}

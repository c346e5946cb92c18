import { toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { showOnMap } from '../map-panels.ts';
import { FidSet, isTooLarge } from '../session/fid-set.ts';
import type { MapSession } from '../session/map-session.ts';

/** Ids of all features of a layer, read where it is not yet. */
async function allOf(session: MapSession, layerId: string): Promise<Int32Array> {
  return session.ask(layerId, 'fids', { sort: [], filter: [] });
}

/** Selects every feature of a layer (MAP-035, MAP-116, MAP-117). */
export async function selectAll(session: MapSession, layerId: string): Promise<void> {
  const fids = await allOf(session, layerId);
  if (isTooLarge({ [layerId]: { size: fids.length } })) return void toast.error(t('map.tooManySelected'));
  session.select(layerId, FidSet.of(fids));
}

/** Takes a whole layer into an editing layer. */
export async function editLayer(session: MapSession, layerId: string): Promise<void> {
  await session.drawing.editFeatures(layerId, [...await allOf(session, layerId)]);
}

/** Brings features into view. */
export async function zoomToFeatures(session: MapSession, fidsByLayer: Readonly<Record<string, Iterable<number>>>): Promise<void> {
  const box = await session.boundsOf(fidsByLayer);
  if (box) showOnMap(session.mapId, session.state.name, box);
}

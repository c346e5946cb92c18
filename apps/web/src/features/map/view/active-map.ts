import { readActivePanel } from '../../../registry/panel.ts';
import { currentMapId } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { findMapSession } from '../session/use-map-session.ts';
import { findPicture, type LentPicture } from './open-pictures.ts';

/** A map that a command names; without an id the one in front is meant. */
export type SomeMap = { mapId: string } | undefined;

/** A map with its panel. */
export interface ShownMap {
  session: MapSession;
  picture: LentPicture;
}

/** The session of the map or table in front. */
export function activeSession(): MapSession | null {
  const kind = readActivePanel()?.kind;
  const mapId = kind === 'map' || kind === 'attribute-table' ? currentMapId() : null;
  return mapId === null ? null : findMapSession(mapId);
}

/** A map that is shown: the one that is named, else the one in front while its panel has the dock's focus. */
export function shownMap(some: SomeMap): ShownMap | null {
  if (!some && readActivePanel()?.kind !== 'map') return null;
  const session = some ? findMapSession(some.mapId) : activeSession();
  const picture = session && findPicture(session.mapId);
  return session && picture ? { session, picture } : null;
}

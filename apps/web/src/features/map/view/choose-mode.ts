import { openDrawer } from '../../../registry/drawer.ts';
import type { DrawMode } from '../session/drawing/drawing-state.ts';
import type { MapSession } from '../session/map-session.ts';
import { findPicture } from './open-pictures.ts';

/**
 * Chooses a tool of a map: a shape opens the Maps drawer, where its layer appears (MAP-051), and the map gets the keys.
 */
export function chooseMode(session: MapSession, mode: DrawMode): void {
  const picture = findPicture(session.mapId);
  picture?.tools.stop();
  if (mode !== 'select') openDrawer('maps');
  void session.drawing.choose(mode);
  picture?.view.map.getCanvas().focus({ preventScroll: true });
}

import type { MapSession } from '../session/map-session.ts';
import type { MapTools } from './map-tools.ts';
import type { MapView } from './map-view.ts';

/** What the panel of a map shows, and what the pointer does there. */
export interface MapPicture {
  view: MapView;
  tools: MapTools;
}

/** The same with whom it comes from, as what is lent to commands. */
export interface LentPicture extends MapPicture {
  attribution: string;
}

/** What a part of the panel is given: a button, a bar, a tip. */
export interface PartProps {
  session: MapSession;
  picture: MapPicture;
}

const pictures = new Map<string, LentPicture>();

/** The map panel lends what it shows to commands; returns how to take it back. */
export function lendPicture(mapId: string, picture: LentPicture): () => void {
  pictures.set(mapId, picture);
  return () => {
    if (pictures.get(mapId) === picture) pictures.delete(mapId);
  };
}

/** What the panel of a map shows, while it does. */
export function findPicture(mapId: string): LentPicture | null {
  return pictures.get(mapId) ?? null;
}

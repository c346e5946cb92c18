import type { MapPicture } from '../panel/use-map-view.ts';

const pictures = new Map<string, MapPicture>();

/** The map panel lends what it shows to commands; returns how to take it back. */
export function lendPicture(mapId: string, picture: MapPicture): () => void {
  pictures.set(mapId, picture);
  return () => {
    if (pictures.get(mapId) === picture) pictures.delete(mapId);
  };
}

/** What the panel of a map shows, while it does. */
export function findPicture(mapId: string): MapPicture | null {
  return pictures.get(mapId) ?? null;
}

/**
 * Why tiles could not be had. `isLost`: the source itself is gone, so what was drawn of it says nothing any more
 * (RAS-022).
 */
export interface RasterFailure {
  text: string;
  isLost: boolean;
}

type Listener = (layerId: string, failure: RasterFailure) => void;
const listeners = new Map<string, Listener>();

/** Has somebody told of tiles of a map that could not be had; returns how to stop. */
export function watchRasterTiles(mapId: string, listener: Listener): () => void {
  listeners.set(mapId, listener);
  return () => {
    if (listeners.get(mapId) === listener) listeners.delete(mapId);
  };
}

export function reportRasterFailure(mapId: string, layerId: string, failure: RasterFailure): void {
  listeners.get(mapId)?.(layerId, failure);
}

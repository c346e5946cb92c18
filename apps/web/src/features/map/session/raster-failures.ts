/**
 * Why tiles could not be had. `isLost`: the source itself is gone, so what was drawn of it says nothing any more
 * (RAS-022).
 */
export interface RasterFailure {
  text: string;
  isLost: boolean;
}

/** The failures by layer with one more, or with one less where it is null; the same ones where nothing changes. */
export function withRasterFailure(
  failures: Readonly<Record<string, RasterFailure>>,
  layerId: string,
  failure: RasterFailure | null,
): Readonly<Record<string, RasterFailure>> {
  const { [layerId]: before, ...others } = failures;
  if (before?.text === failure?.text) return failures;
  return failure === null ? others : { ...others, [layerId]: failure };
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

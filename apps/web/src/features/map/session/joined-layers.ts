import type { MapState } from './map-state.ts';

/** Ids of the layers whose columns are joined to layers that are read, once each. */
export function joinedLayers({ loaded, styles }: Pick<MapState, 'loaded' | 'styles'>): Set<string> {
  return new Set(Object.keys(loaded).flatMap((id) => (styles[id]?.joins ?? []).map(({ layerId }) => layerId)));
}

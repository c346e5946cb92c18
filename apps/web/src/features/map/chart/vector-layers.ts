import { useMemo } from 'react';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';

export interface NamedLayer {
  id: string;
  name: string;
}

/** The other vector layers of a map, in the order of the tree: those that a chart can be clipped by. */
export function useOtherLayers(session: MapSession, layerId: string): NamedLayer[] {
  const hierarchy = useMapState(session, (state) => state.hierarchy);
  const data = useMapState(session, (state) => state.data);
  return useMemo(
    () =>
      Object.values(hierarchy)
        .filter(({ id }) => id !== layerId && data[id]?.kind === 'vector')
        .sort((one, other) => one.level - other.level || one.order - other.order)
        .map(({ id, text }) => ({ id, name: text })),
    [hierarchy, data, layerId],
  );
}

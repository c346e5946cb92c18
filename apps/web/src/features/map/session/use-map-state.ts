import { useStore } from 'zustand';
import type { ReadMap } from './read-map.ts';
import type { MapState } from './map-state.ts';

/** A part of an open map's state; the component draws anew when that part changes. */
export function useMapState<Part>(session: Pick<ReadMap, 'store'>, choose: (state: MapState) => Part): Part {
  return useStore(session.store, choose);
}

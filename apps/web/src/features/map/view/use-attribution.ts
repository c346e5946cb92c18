import { visibleLayers } from '../session/drawn-layers.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import { kindOf, type LayerKind } from './layer-kind.ts';

/** Whom the base map and the layers that are shown are from, each once. */
export function useAttribution(session: ReadMap, kinds: readonly LayerKind[], ofBaseMap: string): string {
  const ofLayers = useMapState(session, (state) =>
    visibleLayers(state)
      .map((id) => kindOf(kinds, state, id)?.attribution?.(state, id).trim() ?? '')
      .join('\n'),
  );
  return [...new Set([ofBaseMap, ...ofLayers.split('\n')])].filter((each) => each !== '').join(' · ');
}

import type { ReactNode } from 'react';
import type { DrawnKind, KindState } from '../render/drawn-kind.ts';
import type { MapSession } from '../session/map-session.ts';
import type { ReadMap } from '../session/read-map.ts';
import type { MapState } from '../session/map-state.ts';
import type { Hit } from './map-view.ts';

interface LayerProps {
  session: ReadMap;
  layerId: string;
}

/** A kind of layer that is no features: how it is drawn, and what the panel of a map says of it. */
export interface LayerKind extends DrawnKind {
  isInLegend?(state: MapState, layerId: string): boolean;
  /** Whom its data are from; empty where that is not said. */
  attribution?(state: MapState, layerId: string): string;
  /** A row of the legend. */
  legend?(props: LayerProps): ReactNode;
  /** Beside the pointer. `width` is the map's, in pixels. */
  tip?(props: { session: ReadMap; hit: Hit; width: number }): ReactNode;
  /** What is known of the layer that was pressed. */
  card?(props: { session: MapSession; layerId: string; onClose: () => void }): ReactNode;
}

/** The kind of a layer; undefined for one of features. */
export function kindOf(kinds: readonly LayerKind[], state: KindState, layerId: string): LayerKind | undefined {
  return kinds.find(({ has }) => has(state, layerId));
}

import type { Column } from '@groma/geo';
import type { VectorStyle } from '@groma/model';
import type { SwatchShape } from '../look/layer-shape.ts';
import type { MapSession } from '../session/map-session.ts';

/** The layer whose look is being changed. */
export interface StyleTarget {
  session: MapSession;
  layerId: string;
  style: VectorStyle;
  shape: SwatchShape;
  columns: readonly Column[];
  /** Grows with each edit of the layer. */
  version: number;
  isReady: boolean;
  /** Why nothing may be changed; null where it may. */
  readOnlyReason: string | null;
  change: (change: Partial<VectorStyle>) => void;
}

/** Whether a layer has features of a kind that is drawn so. */
export function hasShape(shape: SwatchShape, wanted: 'point' | 'line' | 'polygon'): boolean {
  return shape === wanted || shape === 'mixed';
}

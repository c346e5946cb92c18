import type { Position, SimpleGeometry } from '@groma/geo';
import {
  isTouched,
  nothingEdited,
  type DrawingState,
  type DrawMode,
  type EditedFeature,
  type EditingLayer,
  type LabelMode,
} from './drawing-state.ts';

/** A drawing at work, as this browser keeps it until it is saved or given up. */
export interface KeptWork {
  /** The layer that it goes into; null for one of its own. */
  sourceId: string | null;
  mode: DrawMode;
  label: LabelMode;
  /** Positions of the open shape. */
  sketch: readonly Position[];
  /** Features that differ from those of the layer: drawn, or reshaped. */
  features: readonly EditedFeature[];
  /** Features that were taken out of the layer, and those of them that were not deleted since. */
  takenFids: readonly number[];
  leftFids: readonly number[];
}

/** What is to be kept of the drawing at work; null where nothing would be lost. */
export function workOf({ mode, label, sketch, editing }: DrawingState): KeptWork | null {
  if (!editing || (sketch.length === 0 && !isTouched(editing))) return null;
  const { sourceId, features, takenFids } = editing;
  return {
    sourceId,
    mode,
    label,
    sketch: [...sketch],
    features: features.filter(({ isChanged }) => isChanged),
    takenFids: [...takenFids],
    leftFids: features.flatMap(({ fid }) => fid ?? []),
  };
}

/**
 * Kept work over the features that `editing` has taken anew. Features that are gone from their layer are drawn anew.
 */
export function resumed(state: DrawingState, editing: EditingLayer, work: KeptWork): Partial<DrawingState> {
  const left = new Set(work.leftFids);
  const reshaped = new Map<number | null, SimpleGeometry>(work.features.map(({ fid, geometry }) => [fid, geometry]));
  const own = editing.features
    .filter(({ fid }) => fid !== null && left.has(fid))
    .map((feature) => {
      const geometry = reshaped.get(feature.fid);
      return geometry ? { ...feature, geometry, isChanged: true } : feature;
    });
  const there = new Set(own.map(({ fid }) => fid));
  const isDrawn = ({ fid }: EditedFeature) => fid === null || !there.has(fid);
  const drawn = work.features
    .filter(isDrawn)
    .map((feature, index) => ({ ...feature, fid: null, key: state.lastKey + 1 + index }));
  return {
    ...nothingEdited,
    mode: work.mode,
    label: work.label,
    sketch: work.sketch,
    lastKey: state.lastKey + drawn.length,
    editing: { ...editing, features: [...own, ...drawn] },
  };
}

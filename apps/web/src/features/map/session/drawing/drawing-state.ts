import {
  geometryProblem,
  type GeometryProblem,
  type NearPosition,
  type Position,
  type Properties,
  type SimpleGeometry,
} from '@groma/geo';
import type { ShapeId } from './shape/sketched-shape.ts';
import { shapeOfId } from './shape/shape-table.ts';
import type { VertexRef } from './vertex-edit.ts';

export type DrawMode = 'select' | ShapeId;
/** Whether drawn features are examples for training, and of what (MAP-015, MAP-016). */
export type LabelMode = 'none' | 'positive' | 'negative';

/** A feature in the editing layer. `fid` is its id in the source layer, null for one that was drawn. */
export interface EditedFeature {
  key: number;
  fid: number | null;
  geometry: SimpleGeometry;
  properties: Properties;
  isChanged: boolean;
}

/**
 * Features at work: apart from every layer until they are merged back. Its id is prefixed, so that it is none of a
 * layer (MAP-053). `takenKeys` name the changes that took the features out of their layer (MAP-059).
 */
export interface EditingLayer {
  id: string;
  sourceId: string | null;
  title: string;
  features: readonly EditedFeature[];
  takenKeys: readonly string[];
  takenFids: readonly number[];
  /** Of a drawing that is being made a layer: the id of that. */
  becomes?: string;
}

/** What this person's own undo takes back while an editing layer is open. */
interface Moment {
  features: readonly EditedFeature[];
  sketch: readonly Position[];
}

export interface DrawingState {
  mode: DrawMode;
  label: LabelMode;
  isSnapping: boolean;
  editing: EditingLayer | null;
  /** Positions of the shape that is being drawn. */
  sketch: readonly Position[];
  /** Where the pointer would place the next position. */
  pointer: Position | null;
  snap: NearPosition | null;
  /** Features of the editing layer whose vertices are shown. */
  active: ReadonlySet<number>;
  vertex: (VertexRef & { key: number }) | null;
  /** What is wrong with the shape that was to be finished, and the feature it is, null for the sketch. */
  problem: { code: GeometryProblem; key: number | null } | null;
  isSaving: boolean;
  past: readonly Moment[];
  future: readonly Moment[];
  lastKey: number;
}

const editingPrefix = 'editing-';
const handDrawnId = `${editingPrefix}hand-drawn`;

const nothingActive: ReadonlySet<number> = new Set();
const mostMoments = 200;

export const firstDrawingState: DrawingState = {
  mode: 'select',
  label: 'none',
  isSnapping: true,
  editing: null,
  sketch: [],
  pointer: null,
  snap: null,
  active: nothingActive,
  vertex: null,
  problem: null,
  isSaving: false,
  past: [],
  future: [],
  lastKey: 0,
};

/** An editing layer over a source layer, or a temporary one of its own (MAP-052, MAP-053). */
export function newEditing(source: { id: string; title: string } | null, handDrawnTitle: string): EditingLayer {
  return {
    id: source ? editingPrefix + source.id : handDrawnId,
    sourceId: source?.id ?? null,
    title: source?.title ?? handDrawnTitle,
    features: [],
    takenKeys: [],
    takenFids: [],
  };
}

type Change = Partial<DrawingState>;

/** No editing layer, and nothing of one. */
export const nothingEdited: Change = {
  editing: null,
  sketch: [],
  active: nothingActive,
  vertex: null,
  problem: null,
  past: [],
  future: [],
  snap: null,
};

/** A change that own undo takes back. */
function remembered(state: DrawingState, change: Change): Change {
  const moment = { features: state.editing?.features ?? [], sketch: state.sketch };
  return { problem: null, ...change, past: [...state.past, moment].slice(-mostMoments), future: [] };
}

function withFeatures(state: DrawingState, features: readonly EditedFeature[], change: Change = {}): Change {
  return state.editing ? remembered(state, { ...change, editing: { ...state.editing, features } }) : {};
}

export function placed(state: DrawingState, position: Position): Change {
  return remembered(state, { sketch: [...state.sketch, position] });
}

/** The sketch as a geometry, as far as it is one, with the pointer as its next position while it is still open. */
export function sketchGeometry(
  { mode, sketch, pointer }: Pick<DrawingState, 'mode' | 'sketch' | 'pointer'>,
  withPointer = false,
): SimpleGeometry | null {
  if (mode === 'select') return null;
  const shape = shapeOfId(mode);
  return shape.toGeometry(withPointer && pointer && shape.gesture !== 'trace' ? [...sketch, pointer] : sketch);
}

/**
 * The sketch as a feature of the editing layer; the defect where it has one, and while it is too short (it stays to be
 * mended).
 */
export function sketchFinished(state: DrawingState): Change {
  const geometry = sketchGeometry(state);
  if (state.sketch.length === 0 || !state.editing) return {};
  if (!geometry) return { problem: { code: 'too-few-positions', key: null } };
  const code = geometryProblem(geometry);
  if (code) return { problem: { code, key: null } };
  const key = state.lastKey + 1;
  const properties: Properties = state.label === 'none' ? {} : { positive: state.label === 'positive' };
  const features = [...state.editing.features, { key, fid: null, geometry, properties, isChanged: true }];
  // The positions of the sketch are no steps any more: undo takes the shape as a whole.
  const past = state.past.slice(0, Math.max(0, state.past.length - state.sketch.length));
  return withFeatures({ ...state, sketch: [], past }, features, { sketch: [], lastKey: key });
}

/** Puts features of a layer into the editing layer, all of them active (MAP-058). */
export function taken(
  state: DrawingState,
  editing: EditingLayer,
  features: readonly Omit<EditedFeature, 'key' | 'isChanged'>[],
): Change {
  const edited = features.map((feature, index) => ({ ...feature, key: state.lastKey + 1 + index, isChanged: false }));
  return {
    ...nothingEdited,
    editing: { ...editing, features: edited },
    active: new Set(edited.map(({ key }) => key)),
    lastKey: state.lastKey + edited.length,
  };
}

/**
 * What is at work becomes a drawing of its own, where the layer it came from is gone; nothing where there is nothing of
 * it.
 */
export function detached(state: DrawingState, handDrawnTitle: string): Change {
  const features = (state.editing?.features ?? []).map((feature) => ({ ...feature, fid: null, isChanged: true }));
  // Steps back would lead to features of the layer that is gone.
  return features.length > 0 || state.mode !== 'select'
    ? { editing: { ...newEditing(null, handDrawnTitle), features }, past: [], future: [] }
    : { ...nothingEdited, mode: 'select' };
}

/**
 * Changes the geometry of some features; one that is left with none is taken away. `isStep` is false within one drag.
 */
export function reshaped(
  state: DrawingState,
  keys: ReadonlySet<number>,
  change: (geometry: SimpleGeometry) => SimpleGeometry | null,
  isStep: boolean,
): Change {
  if (!state.editing) return {};
  const features = state.editing.features.flatMap((feature) => {
    if (!keys.has(feature.key)) return [feature];
    const geometry = change(feature.geometry);
    return geometry ? [{ ...feature, geometry, isChanged: true }] : [];
  });
  return isStep ? withFeatures(state, features) : { problem: null, editing: { ...state.editing, features } };
}

export function removedActive(state: DrawingState): Change {
  const features = state.editing?.features.filter(({ key }) => !state.active.has(key)) ?? [];
  return withFeatures(state, features, { active: nothingActive, vertex: null });
}

/** One step of own undo or redo within the editing layer; nothing where there is none. */
export function turned(state: DrawingState, direction: 'undo' | 'redo'): Change | null {
  const [from, to] = direction === 'undo' ? [state.past, state.future] : [state.future, state.past];
  const moment = from.at(-1);
  if (!moment || !state.editing) return null;
  const now = { features: state.editing.features, sketch: state.sketch };
  const [rest, more] = [from.slice(0, -1), [...to, now]];
  const there = new Set(moment.features.map(({ key }) => key));
  return {
    editing: { ...state.editing, features: moment.features },
    sketch: moment.sketch,
    vertex: null,
    problem: null,
    active: new Set([...state.active].filter((key) => there.has(key))),
    ...(direction === 'undo' ? { past: rest, future: more } : { future: rest, past: more }),
  };
}

/** The first feature that is not valid, and what is wrong with it. */
export function problemOf({ features }: EditingLayer): DrawingState['problem'] {
  for (const { key, geometry } of features) {
    const code = geometryProblem(geometry);
    if (code) return { code, key };
  }
  return null;
}

/** Whether finishing would change anything. */
export function isTouched({ features, takenFids }: EditingLayer): boolean {
  return (
    features.some(({ isChanged }) => isChanged) || features.filter(({ fid }) => fid !== null).length < takenFids.length
  );
}

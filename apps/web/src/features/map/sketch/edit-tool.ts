import type { Position, SimpleGeometry } from '@groma/geo';
import type { MapTool, ToolPlace } from '../view/map-tool.ts';
import type { PointerPlace } from '../view/map-pointer.ts';
import type { MapView } from '../view/map-view.ts';
import type { MapSession } from '../session/map-session.ts';
import { reshaped, type DrawingState } from '../session/drawing/drawing-state.ts';
import { snapPixels } from './draw-tool.ts';
import { handleAt, handlesOf, type Handle } from './handles.ts';
import type { MapDrawing } from '../session/drawing/map-drawing.ts';
import { findSnap, nearestOf } from './snapping.ts';
import { insertVertex, isOfPoints, moveGeometry, moveVertex, pathsOf } from '../session/drawing/vertex-edit.ts';

const handlePixels = { mouse: 9, touch: 20 };

/** What is being dragged, and the features as they were when that began. */
interface VertexDrag {
  kind: 'vertex';
  handle: Handle;
  before: DrawingState;
}
type Drag = VertexDrag | { kind: 'move'; keys: ReadonlySet<number>; before: DrawingState };

/** Changes features of the editing layer in select mode: moves, makes and removes vertices, moves whole features. */
export class EditTool implements MapTool {
  readonly id = 'edit';
  readonly #session: MapSession;
  readonly #drawing: MapDrawing;
  readonly #view: MapView;
  #drag: Drag | null = null;
  #hovers = false;
  #moves = 0;

  constructor({ session, view }: Pick<ToolPlace, 'session' | 'view'>) {
    this.#session = session;
    this.#drawing = session.drawing;
    this.#view = view;
  }

  get #isEditing(): boolean {
    return this.#drawing.state.mode === 'select' && this.#drawing.state.editing !== null;
  }

  onMove(place: PointerPlace): boolean {
    this.#hovers = this.#isEditing && (this.#handleAt(place) !== null || this.#featureAt(place) !== null);
    return this.#hovers;
  }

  takesDrag(place: PointerPlace): boolean {
    this.#drag = null;
    if (!this.#isEditing || place.isShift) return false;
    const { state } = this.#drawing;
    const handle = this.#handleAt(place);
    if (handle) this.#drag = { kind: 'vertex', handle, before: state };
    else {
      const key = this.#featureAt(place);
      if (key === null || !state.active.has(key)) return false;
      this.#drag = { kind: 'move', keys: state.active, before: state };
    }
    return true;
  }

  onDrag(place: PointerPlace, from: PointerPlace): boolean {
    const drag = this.#drag;
    if (!drag) return false;
    if (drag.kind === 'move')
      this.#apply(drag, (geometry) => moveGeometry(geometry, place.lng - from.lng, place.lat - from.lat));
    else void this.#moveVertex(drag, place);
    return true;
  }

  onDragEnd(place: PointerPlace): boolean {
    const drag = this.#drag;
    if (!drag) return false;
    this.#drag = null;
    const settle = () => {
      const { editing, snap: _snap } = this.#drawing.state;
      // The whole drag is one step of own undo.
      this.#drawing.store.setState({
        ...reshaped(drag.before, new Set(), (geometry) => geometry, true),
        editing,
        snap: null,
      });
    };
    if (drag.kind === 'move') settle();
    else {
      // It stays where it was let go, also on a page that ends before it is known what it snaps to.
      if (this.#drawing.state.snap === null) this.#putVertex(drag, this.#positionOf(drag, place));
      void this.#moveVertex(drag, place, 'press').then(settle);
    }
    return true;
  }

  onClick(place: PointerPlace): boolean {
    if (!this.#isEditing) return false;
    const handle = this.#handleAt(place);
    if (handle) {
      if (handle.isMiddle)
        this.#drawing.change((state) =>
          reshaped(state, new Set([handle.key]), (geometry) => insertVertex(geometry, handle, handle.position), true),
        );
      this.#drawing.store.setState({ vertex: { key: handle.key, path: handle.path, index: handle.index } });
      return true;
    }
    const key = this.#featureAt(place);
    if (key === null) {
      if (!place.isAdding) this.#drawing.store.setState({ active: new Set(), vertex: null });
      return false;
    }
    const active = new Set(place.isAdding ? this.#drawing.state.active : []);
    if (!place.isAdding || !active.delete(key)) active.add(key);
    this.#drawing.store.setState({ active, vertex: null });
    return true;
  }

  onDoubleClick(place: PointerPlace): boolean {
    return this.#isEditing && this.onClick(place);
  }

  cursor(): string | null {
    return this.#isEditing && this.#hovers ? 'move' : null;
  }

  async #moveVertex(drag: VertexDrag, place: PointerPlace, patience: 'move' | 'press' = 'move'): Promise<void> {
    const move = (this.#moves += 1);
    const turn = this.#turnOf(drag.before, drag.handle.key);
    let to = this.#positionOf(drag, place);
    if (this.#drawing.state.isSnapping && !place.isAlt) {
      const search = this.#view.searchAt(place, snapPixels);
      const snap = await findSnap(
        this.#session,
        this.#view.map.getZoom(),
        this.#drawing.state,
        search,
        new Set([drag.handle.key]),
        patience,
      );
      if (move !== this.#moves) return;
      if (snap) to = [snap.longitude + place.lng - search.longitude - turn, snap.latitude];
      this.#drawing.store.setState({ snap });
    }
    this.#putVertex(drag, to);
  }

  #positionOf({ handle, before }: VertexDrag, place: PointerPlace): Position {
    return [place.lng - this.#turnOf(before, handle.key), place.lat];
  }

  #putVertex({ handle, before }: VertexDrag, to: Position): void {
    this.#apply({ before, keys: new Set([handle.key]) }, (geometry) =>
      handle.isMiddle ? insertVertex(geometry, handle, to) : moveVertex(geometry, handle, to),
    );
    this.#drawing.store.setState({ vertex: { key: handle.key, path: handle.path, index: handle.index } });
  }

  /** From the geometry as the drag began: however often the pointer moves, the change is one. */
  #apply(
    { before, keys }: { before: DrawingState; keys: ReadonlySet<number> },
    change: (geometry: SimpleGeometry) => SimpleGeometry | null,
  ): void {
    this.#drawing.store.setState(reshaped(before, keys, change, false));
  }

  #handleAt(place: PointerPlace): Handle | null {
    return handleAt(
      handlesOf(this.#view.overlay.gauge, this.#drawing.state),
      place.x,
      place.y,
      handlePixels[place.isTouch ? 'touch' : 'mouse'],
    );
  }

  /** The topmost feature at work under the pointer. */
  #featureAt(place: PointerPlace): number | null {
    const { state } = this.#drawing;
    for (const { key, geometry } of state.editing?.features.toReversed() ?? []) {
      const turn = this.#turnOf(state, key);
      const at = { ...this.#view.reachAt(place, 7), longitude: place.lng - turn, latitude: place.lat };
      if (nearestOf(geometry, at) || (!isOfPoints(geometry) && isInside(geometry, at.longitude, at.latitude)))
        return key;
    }
    return null;
  }

  #turnOf({ editing }: DrawingState, key: number): number {
    const geometry = editing?.features.find((feature) => feature.key === key)?.geometry;
    const first = geometry && pathsOf(geometry)[0]?.positions[0];
    return first ? this.#view.overlay.gauge.turnOf(first[0]!) : 0;
  }
}

/** Even-odd rule over all rings. */
function isInside(geometry: SimpleGeometry, x: number, y: number): boolean {
  let isIn = false;
  for (const { positions, isClosed } of pathsOf(geometry)) {
    if (!isClosed) return false;
    positions.forEach(([x1, y1], index) => {
      const [x2, y2] = positions[(index + 1) % positions.length]!;
      if (y1! > y !== y2! > y && x < ((x2! - x1!) * (y - y1!)) / (y2! - y1!) + x1!) isIn = !isIn;
    });
  }
  return isIn;
}

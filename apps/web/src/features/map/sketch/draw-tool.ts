import type { Position } from '@groma/geo';
import type { MapTool, ToolPlace } from '../view/map-tool.ts';
import type { PointerPlace } from '../view/map-pointer.ts';
import type { MapView } from '../view/map-view.ts';
import type { MapSession } from '../session/map-session.ts';
import { placed } from '../session/drawing/drawing-state.ts';
import type { MapDrawing } from '../session/drawing/map-drawing.ts';
import { shapeOfId } from '../session/drawing/shape/shape-table.ts';
import { simplifyTrace } from './simplify-trace.ts';
import type { Brush } from '../view/overlay-canvas.ts';
import { paintDrawing } from './paint-drawing.ts';
import { findSnap } from './snapping.ts';

export const snapPixels = 11;
const closePixels = 11;
/** Pixels between the positions of a traced outline, and how far it may be simplified. */
const tracePixels = 3;
const simplifyPixels = 1.2;

/** Draws the chosen shape: by clicks, from place to place, or along the pressed pointer. */
export class DrawTool implements MapTool {
  readonly id = 'draw';
  readonly #session: MapSession;
  readonly #drawing: MapDrawing;
  readonly #view: MapView;
  #moves = 0;

  constructor({ session, view }: Pick<ToolPlace, 'session' | 'view'>) {
    this.#session = session;
    this.#drawing = session.drawing;
    this.#view = view;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#drawing.store.subscribe(listener);

  paint(brush: Brush): void {
    paintDrawing(brush, this.#drawing.state);
  }

  onMove(place: PointerPlace): boolean {
    if (!this.#shape) return false;
    this.#drawing.store.setState({ pointer: [place.lng, place.lat] });
    void this.#snapped(place);
    return true;
  }

  onLeave(): void {
    if (this.#shape) this.#drawing.store.setState({ pointer: null, snap: null });
  }

  takesDrag(): boolean {
    const gesture = this.#shape?.gesture;
    return gesture === 'trace' || gesture === 'span';
  }

  onDrag(place: PointerPlace, from: PointerPlace): boolean {
    const shape = this.#shape;
    if (!shape) return false;
    const { sketch } = this.#drawing.state;
    const here: Position = [place.lng, place.lat];
    if (shape.gesture === 'trace') {
      const last = sketch.at(-1) ?? [from.lng, from.lat];
      const at = this.#view.map.project([last[0]!, last[1]!]);
      if (sketch.length === 0 || Math.hypot(at.x - place.x, at.y - place.y) >= tracePixels)
        this.#drawing.store.setState({ sketch: [...(sketch.length === 0 ? [last] : sketch), here], problem: null });
      return true;
    }
    if (sketch.length === 0) this.#drawing.store.setState({ sketch: [[from.lng, from.lat]], problem: null });
    this.#drawing.store.setState({ pointer: here });
    void this.#snapped(place);
    return true;
  }

  onDragEnd(place: PointerPlace): boolean {
    const shape = this.#shape;
    if (!shape) return false;
    if (shape.gesture === 'span') return this.onClick(place);
    const { acrossReach, upReach } = this.#view.reachAt(place, 1);
    const traced = simplifyTrace(this.#drawing.state.sketch, simplifyPixels, acrossReach, upReach);
    this.#drawing.store.setState({ sketch: traced });
    this.#drawing.finishSketch();
    // What crosses itself cannot be mended position by position here: it is drawn again.
    const { problem } = this.#drawing.state;
    this.#drawing.store.setState({ sketch: [], problem: problem?.code === 'too-few-positions' ? null : problem });
    return true;
  }

  onClick(place: PointerPlace): boolean {
    const shape = this.#shape;
    if (!shape) return false;
    if (shape.gesture === 'trace') return true;
    this.#drawing.inTurn(() => this.#place(place));
    return true;
  }

  onDoubleClick(place: PointerPlace): boolean {
    const shape = this.#shape;
    if (!shape) return false;
    // A second click on the same place ends a shape of any number of positions, and is one more of those that have one.
    if (shape.most !== null) return this.onClick(place);
    this.#drawing.inTurn(() => this.#drawing.finishSketch());
    return true;
  }

  cursor(): string | null {
    return this.#shape ? 'crosshair' : null;
  }

  get #shape() {
    const { mode } = this.#drawing.state;
    return mode === 'select' ? null : shapeOfId(mode);
  }

  async #place(place: PointerPlace): Promise<void> {
    const shape = this.#shape;
    if (!shape) return;
    const { sketch } = this.#drawing.state;
    if (shape.most === null && sketch.length >= shape.least && this.#endsAt(place, sketch, shape.id === 'polygon'))
      return this.#drawing.finishSketch();
    const position = await this.#snapped(place, 'press');
    // Another shape was chosen, or none, while the layers were searched.
    if (this.#shape !== shape) return;
    this.#drawing.change((state) => placed(state, position));
    if (this.#drawing.state.sketch.length === shape.most) this.#drawing.finishSketch();
  }

  /** A click on the first position closes an area, one on the last ends a line. */
  #endsAt(place: PointerPlace, sketch: readonly Position[], isArea: boolean): boolean {
    const [longitude, latitude] = (isArea ? sketch[0]! : sketch.at(-1)!) as [number, number];
    const { x, y } = this.#view.map.project([longitude, latitude]);
    return Math.hypot(x - place.x, y - place.y) <= closePixels;
  }

  /** The position a place means: what it snaps to, on the turn of the world it is on. Alt keeps it where it is. */
  async #snapped(place: PointerPlace, patience: 'move' | 'press' = 'move'): Promise<Position> {
    const here: Position = [place.lng, place.lat];
    if (!this.#drawing.state.isSnapping || place.isAlt) {
      this.#drawing.store.setState({ snap: null });
      return here;
    }
    const move = (this.#moves += 1);
    const search = this.#view.searchAt(place, snapPixels);
    const snap = await findSnap(
      this.#session,
      this.#view.map.getZoom(),
      this.#drawing.state,
      search,
      new Set(),
      patience,
    );
    const found: Position = snap ? [snap.longitude + place.lng - search.longitude, snap.latitude] : here;
    if (move === this.#moves && this.#shape) this.#drawing.store.setState({ snap, pointer: found });
    return found;
  }
}

import { geometryArea, geometryLength, type Position } from '@groma/geo';
import { createStore } from 'zustand';
import type { MapDrawing } from '../session/drawing/map-drawing.ts';
import { paintHandle, paintShape } from '../view/paint-shape.ts';
import type { PointerPlace } from '../view/map-pointer.ts';
import type { MapTool } from '../view/map-tool.ts';
import type { Brush } from '../view/overlay-canvas.ts';

export interface MeasureState {
  isOn: boolean;
  positions: readonly Position[];
  pointer: Position | null;
  isDone: boolean;
}

const nothing: MeasureState = { isOn: false, positions: [], pointer: null, isDone: false };

/** Measures a way on the ellipsoid, and the area within it: nothing of it is kept. */
export class MeasureTool implements MapTool {
  readonly id = 'measure';
  readonly store = createStore<MeasureState>(() => nothing);
  readonly subscribe = this.store.subscribe;
  readonly #drawing: Pick<MapDrawing, 'choose'>;

  constructor({ session: { drawing } }: { session: { drawing: Pick<MapDrawing, 'choose'> } }) {
    this.#drawing = drawing;
  }

  get isOn(): boolean {
    return this.store.getState().isOn;
  }

  turn(isOn: boolean): void {
    if (isOn) void this.#drawing.choose('select');
    this.store.setState({ ...nothing, isOn });
  }

  /** Ends the way, so that it can be read while the pointer is elsewhere. */
  finish(): void {
    if (this.store.getState().positions.length > 1) this.store.setState({ isDone: true, pointer: null });
  }

  back(): void {
    this.store.setState(({ positions }) => ({ positions: positions.slice(0, -1), isDone: false }));
  }

  onMove({ lng, lat }: PointerPlace): boolean {
    const { isOn, isDone } = this.store.getState();
    if (isOn && !isDone) this.store.setState({ pointer: [lng, lat] });
    return isOn;
  }

  onLeave(): void {
    if (this.store.getState().isOn) this.store.setState({ pointer: null });
  }

  onClick({ lng, lat }: PointerPlace): boolean {
    const { isOn, isDone, positions } = this.store.getState();
    if (isOn) this.store.setState({ positions: isDone ? [[lng, lat]] : [...positions, [lng, lat]], isDone: false });
    return isOn;
  }

  onDoubleClick(): boolean {
    const { isOn } = this.store.getState();
    if (isOn) this.finish();
    return isOn;
  }

  cursor(): string | null {
    return this.store.getState().isOn ? 'crosshair' : null;
  }

  readonly paint = (brush: Brush): void => {
    const { isOn, positions } = this.store.getState();
    if (!isOn) return;
    const way = wayOf(this.store.getState());
    const look = {
      line: brush.token('--draw-line'),
      fill: brush.token('--draw-fill'),
      casing: brush.token('--draw-case'),
      width: 2,
      radius: 4,
    };
    if (way.length > 2)
      paintShape(
        brush,
        { type: 'Polygon', coordinates: [[...way, way[0]!]] },
        { ...look, line: 'transparent', casing: 'transparent' },
      );
    if (way.length > 1) paintShape(brush, { type: 'LineString', coordinates: [...way] }, { ...look, dash: [6, 5] });
    for (const position of positions) {
      const { x, y } = brush.project(position, brush.turnOf(position[0]!));
      paintHandle(brush, x, y, 7, false);
    }
  };
}

function wayOf({ positions, pointer }: MeasureState): readonly Position[] {
  return pointer && positions.length > 0 ? [...positions, pointer] : positions;
}

/**
 * Metres of the way, and square metres of the area it would enclose if it were closed; null with fewer than three
 * positions.
 */
export function measuresOf(state: MeasureState): { length: number; area: number | null } {
  const way = [...wayOf(state)];
  return {
    length: geometryLength({ type: 'LineString', coordinates: way }),
    area: way.length > 2 ? geometryArea({ type: 'Polygon', coordinates: [[...way, way[0]!]] }) : null,
  };
}

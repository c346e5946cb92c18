import type { Position } from '@groma/geo';
import type { Gauge } from '../view/overlay-canvas.ts';
import type { DrawingState, EditedFeature } from '../session/drawing/drawing-state.ts';
import { turnOfShape } from '../view/paint-shape.ts';
import { isOfPoints, pathsOf, type VertexRef } from '../session/drawing/vertex-edit.ts';

/**
 * A square that can be pressed: a vertex, or the middle of an edge, where a press makes a vertex (`isMiddle`; its
 * `index` is where that comes to stand).
 */
export interface Handle extends VertexRef {
  key: number;
  isMiddle: boolean;
  x: number;
  y: number;
  position: Position;
}

/** Vertices in sight above which no handles are shown: closer in there are fewer. */
const mostHandles = 3_000;
/** Pixels of an edge that leave room for a handle in its middle. */
const roomForMiddle = 34;

/** The handles of the active features that are in sight; none while they are too many. */
export function handlesOf(gauge: Gauge, { editing, active }: Pick<DrawingState, 'editing' | 'active'>): Handle[] {
  const handles: Handle[] = [];
  for (const feature of editing?.features ?? []) {
    if (!active.has(feature.key)) continue;
    collect(gauge, feature, handles);
    if (handles.length > mostHandles) return [];
  }
  return handles;
}

function collect(gauge: Gauge, { key, geometry }: EditedFeature, handles: Handle[]): void {
  const turn = turnOfShape(gauge, geometry);
  const hasMiddles = !isOfPoints(geometry);
  pathsOf(geometry).forEach(({ positions, isClosed }, path) => {
    for (let index = 0; index < positions.length && handles.length <= mostHandles; index++) {
      const position = positions[index]!;
      const here = gauge.project(position, turn);
      if (isInSight(gauge, here)) handles.push({ key, path, index, isMiddle: false, ...here, position });
      const next = positions[index + 1] ?? (isClosed ? positions[0] : undefined);
      if (!hasMiddles || !next) continue;
      const there = gauge.project(next, turn);
      const middle = { x: (here.x + there.x) / 2, y: (here.y + there.y) / 2 };
      if (Math.hypot(there.x - here.x, there.y - here.y) < roomForMiddle || !isInSight(gauge, middle)) continue;
      handles.push({
        key,
        path,
        index: index + 1,
        isMiddle: true,
        ...middle,
        position: [(position[0]! + next[0]!) / 2, (position[1]! + next[1]!) / 2],
      });
    }
  });
}

function isInSight({ width, height }: Pick<Gauge, 'width' | 'height'>, { x, y }: { x: number; y: number }): boolean {
  return x > -10 && y > -10 && x < width + 10 && y < height + 10;
}

/** The handle at a place: vertices before middles. */
export function handleAt(handles: readonly Handle[], x: number, y: number, reach: number): Handle | null {
  const near = handles.filter((handle) => Math.hypot(handle.x - x, handle.y - y) <= reach);
  return near.find(({ isMiddle }) => !isMiddle) ?? near[0] ?? null;
}

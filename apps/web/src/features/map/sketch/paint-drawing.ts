import type { Brush } from '../view/overlay-canvas.ts';
import { sketchGeometry, type DrawingState, type EditedFeature } from '../session/drawing/drawing-state.ts';
import { handlesOf } from './handles.ts';
import { paintHandle, paintShape, type ShapeLook } from '../view/paint-shape.ts';
import { shapeOfId } from '../session/drawing/shape/shape-table.ts';

/** Paints the editing layer, the shape that is being drawn, and where it snaps. */
export function paintDrawing(brush: Brush, state: DrawingState): void {
  for (const feature of state.editing?.features ?? [])
    paintShape(brush, feature.geometry, lookOf(brush, feature, state));
  if (state.mode === 'select') paintHandles(brush, state);
  else paintSketch(brush, state);
  if (state.snap) paintSnap(brush, state.snap);
}

function lookOf({ token }: Brush, { key, properties }: EditedFeature, { active, problem }: DrawingState): ShapeLook {
  const label =
    properties['positive'] === true ? '--green' : properties['positive'] === false ? '--red' : '--draw-line';
  const line = token(problem?.key === key ? '--red' : label);
  return {
    line,
    fill: token('--draw-fill'),
    casing: token('--draw-case'),
    width: active.has(key) ? 2.5 : 1.75,
    radius: active.has(key) ? 6 : 5,
  };
}

function paintHandles(brush: Brush, state: DrawingState): void {
  for (const handle of handlesOf(brush, state)) {
    const isOn =
      !handle.isMiddle &&
      state.vertex?.key === handle.key &&
      state.vertex.path === handle.path &&
      state.vertex.index === handle.index;
    brush.context.globalAlpha = handle.isMiddle ? 0.75 : 1;
    paintHandle(brush, handle.x, handle.y, handle.isMiddle ? 5 : 8, isOn);
  }
  brush.context.globalAlpha = 1;
}

function paintSketch(brush: Brush, state: DrawingState): void {
  const { mode, sketch, pointer, problem } = state;
  if (mode === 'select') return;
  const { gesture } = shapeOfId(mode);
  const look: ShapeLook = {
    line: brush.token(problem && problem.key === null ? '--red' : '--draw-line'),
    fill: brush.token('--draw-fill'),
    casing: brush.token('--draw-case'),
    width: 2,
    radius: 5,
  };
  const shape = sketchGeometry(state, true);
  if (shape && shape.type !== 'Point') paintShape(brush, shape, look);
  else if (gesture === 'clicks' && pointer && sketch.length > 0)
    paintShape(brush, { type: 'LineString', coordinates: [...sketch, pointer] }, look);
  else if (gesture === 'trace' && sketch.length > 1)
    paintShape(brush, { type: 'LineString', coordinates: [...sketch] }, look);
  if (gesture !== 'trace')
    for (const position of sketch) {
      const { x, y } = brush.project(position, 0);
      paintHandle(brush, x, y, 8, false);
    }
}

function paintSnap(
  { context, project, token, turnOf }: Brush,
  { kind, longitude, latitude }: NonNullable<DrawingState['snap']>,
): void {
  const { x, y } = project([longitude, latitude], turnOf(longitude));
  context.beginPath();
  if (kind === 'vertex') context.rect(x - 7, y - 7, 14, 14);
  else context.arc(x, y, 7, 0, 2 * Math.PI);
  context.strokeStyle = token('--draw-case');
  context.lineWidth = 4;
  context.stroke();
  context.strokeStyle = token('--amber');
  context.lineWidth = 2;
  context.stroke();
}

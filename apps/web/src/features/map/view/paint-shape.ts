import { edgePieces, type Position, type SimpleGeometry } from '@groma/geo';
import type { Brush, Gauge } from './overlay-canvas.ts';
import { isOfPoints, pathsOf } from '../session/drawing/vertex-edit.ts';

export interface ShapeLook {
  line: string;
  fill: string;
  casing: string;
  width: number;
  radius: number;
  dash?: number[];
}

/** How many degrees a shape is turned so that it lies where the map is looked at. */
export function turnOfShape(gauge: Pick<Gauge, 'turnOf'>, geometry: SimpleGeometry): number {
  const first = pathsOf(geometry)[0]?.positions[0];
  return first ? gauge.turnOf(first[0]!) : 0;
}

/** A shape with a casing, so that it reads on any ground. */
export function paintShape(brush: Brush, geometry: SimpleGeometry, look: ShapeLook): void {
  const { context } = brush;
  const turn = turnOfShape(brush, geometry);
  const paths = pathsOf(geometry);
  if (isOfPoints(geometry))
    return paths.forEach(({ positions }) => positions.forEach((position) => paintPoint(brush, position, turn, look)));
  context.beginPath();
  for (const { positions, isClosed } of paths) tracePath(brush, positions, turn, isClosed);
  if (paths[0]?.isClosed) {
    context.fillStyle = look.fill;
    context.fill('evenodd');
  }
  context.lineJoin = context.lineCap = 'round';
  context.setLineDash([]);
  context.strokeStyle = look.casing;
  context.lineWidth = look.width + 2;
  context.stroke();
  context.setLineDash(look.dash ?? []);
  context.strokeStyle = look.line;
  context.lineWidth = look.width;
  context.stroke();
  context.setLineDash([]);
}

/** Long edges bend as they do in a layer. */
function tracePath({ context, project }: Brush, positions: readonly Position[], turn: number, isClosed: boolean): void {
  positions.forEach((position, index) => {
    const [west, south] = positions[index - 1] ?? position;
    const [across, up] = [position[0]! - west!, position[1]! - south!];
    const pieces = edgePieces(west!, south!, position[0]!, position[1]!);
    for (let piece = 1; piece <= pieces; piece++) {
      const { x, y } = project([west! + (across * piece) / pieces, south! + (up * piece) / pieces], turn);
      if (index === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  });
  if (isClosed) context.closePath();
}

function paintPoint(
  { context, project }: Brush,
  position: Position,
  turn: number,
  { line, casing, radius }: ShapeLook,
): void {
  const { x, y } = project(position, turn);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = line;
  context.fill();
  context.strokeStyle = casing;
  context.lineWidth = 1.5;
  context.stroke();
}

/** A square handle, filled where it is the one at work. */
export function paintHandle({ context, token }: Brush, x: number, y: number, size: number, isOn: boolean): void {
  context.beginPath();
  context.rect(x - size / 2, y - size / 2, size, size);
  context.fillStyle = isOn ? token('--draw-line') : token('--draw-case');
  context.fill();
  context.strokeStyle = token('--draw-line');
  context.lineWidth = 1.5;
  context.stroke();
}

import { circle } from './circle.ts';
import type { SketchedShape, ShapeId } from './sketched-shape.ts';
import { ellipse } from './ellipse.ts';
import { freehand } from './freehand.ts';
import { line } from './line.ts';
import { point } from './point.ts';
import { polygon } from './polygon.ts';
import { rectangle } from './rectangle.ts';

/** The shapes that can be drawn, in the order of the menu (MAP-008 to MAP-014). */
export const drawShapes: readonly SketchedShape[] = [point, line, polygon, circle, rectangle, ellipse, freehand];

export function shapeOfId(id: ShapeId): SketchedShape {
  const found = drawShapes.find((shape) => shape.id === id);
  if (!found) throw new RangeError(`There is no shape ${id}.`);
  return found;
}

import { distance, geodesicCircle } from '@groma/geo';
import { CircleIcon } from '@groma/ui';
import type { SketchedShape } from './sketched-shape.ts';

/** From the middle to a place on the circle. Its corners lie at the true distance on the ellipsoid. */
export const circle: SketchedShape = {
  id: 'circle',
  shortcut: 'C',
  icon: CircleIcon,
  gesture: 'span',
  least: 2,
  most: 2,
  toGeometry([middle, edge]) {
    const radius = middle && edge ? distance(middle, edge) : 0;
    return middle && radius > 0 ? geodesicCircle(middle, radius) : null;
  },
};

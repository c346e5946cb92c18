import { RectangleIcon } from '@groma/ui';
import { closedRing } from './closed-ring.ts';
import type { SketchedShape } from './sketched-shape.ts';

/** From corner to opposite corner, its sides along meridians and parallels. */
export const rectangle: SketchedShape = {
  id: 'rectangle',
  shortcut: 'R',
  icon: RectangleIcon,
  gesture: 'span',
  least: 2,
  most: 2,
  toGeometry([from, to]) {
    if (!from || !to || from[0] === to[0] || from[1] === to[1]) return null;
    return { type: 'Polygon', coordinates: [closedRing([from, [to[0]!, from[1]!], to, [from[0]!, to[1]!]])] };
  },
};

import { LassoIcon } from '@groma/ui';
import { closedRing } from './closed-ring.ts';
import type { SketchedShape } from './sketched-shape.ts';

/** The outline that the pressed pointer follows. */
export const freehand: SketchedShape = {
  id: 'freehand',
  shortcut: 'F',
  icon: LassoIcon,
  gesture: 'trace',
  least: 3,
  most: null,
  toGeometry: (positions) => (positions.length < 3 ? null : { type: 'Polygon', coordinates: [closedRing(positions)] }),
};

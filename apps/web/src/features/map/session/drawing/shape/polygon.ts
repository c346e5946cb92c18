import { PolygonIcon } from '@groma/ui';
import { closedRing } from './closed-ring.ts';
import type { SketchedShape } from './sketched-shape.ts';

export const polygon: SketchedShape = {
  id: 'polygon',
  shortcut: 'P',
  icon: PolygonIcon,
  gesture: 'clicks',
  least: 3,
  most: null,
  toGeometry: (positions) => (positions.length < 3 ? null : { type: 'Polygon', coordinates: [closedRing(positions)] }),
};

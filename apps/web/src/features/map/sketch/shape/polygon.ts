import { PolygonIcon } from '@groma/ui';
import { closedRing } from './closed-ring.ts';
import type { DrawShape } from './draw-shape.ts';

export const polygon: DrawShape = {
  id: 'polygon',
  shortcut: 'P',
  icon: PolygonIcon,
  gesture: 'clicks',
  least: 3,
  most: null,
  toGeometry: (positions) => (positions.length < 3 ? null : { type: 'Polygon', coordinates: [closedRing(positions)] }),
};

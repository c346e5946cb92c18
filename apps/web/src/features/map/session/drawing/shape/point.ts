import { PointIcon } from '@groma/ui';
import type { SketchedShape } from './sketched-shape.ts';

export const point: SketchedShape = {
  id: 'point',
  shortcut: 'D',
  icon: PointIcon,
  gesture: 'clicks',
  least: 1,
  most: 1,
  toGeometry: ([position]) => (position ? { type: 'Point', coordinates: position } : null),
};

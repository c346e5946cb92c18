import { PointIcon } from '@groma/ui';
import type { DrawShape } from './draw-shape.ts';

export const point: DrawShape = {
  id: 'point',
  shortcut: 'D',
  icon: PointIcon,
  gesture: 'clicks',
  least: 1,
  most: 1,
  toGeometry: ([position]) => (position ? { type: 'Point', coordinates: position } : null),
};

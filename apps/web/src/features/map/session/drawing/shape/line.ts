import { LineIcon } from '@groma/ui';
import type { SketchedShape } from './sketched-shape.ts';

export const line: SketchedShape = {
  id: 'line',
  shortcut: 'L',
  icon: LineIcon,
  gesture: 'clicks',
  least: 2,
  most: null,
  toGeometry: (positions) => (positions.length < 2 ? null : { type: 'LineString', coordinates: [...positions] }),
};

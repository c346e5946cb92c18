import { distance, geodesicEllipse } from '@groma/geo';
import { OvalIcon } from '@groma/ui';
import type { SketchedShape } from './sketched-shape.ts';

/** From the middle to the corner of the box around it: the half axes are the ways east and north to it. */
export const ellipse: SketchedShape = {
  id: 'ellipse',
  shortcut: 'E',
  icon: OvalIcon,
  gesture: 'span',
  least: 2,
  most: 2,
  toGeometry([middle, corner]) {
    if (!middle || !corner) return null;
    const east = distance(middle, [corner[0]!, middle[1]!]);
    const north = distance(middle, [middle[0]!, corner[1]!]);
    return east > 0 && north > 0 ? geodesicEllipse(middle, east, north) : null;
  },
};

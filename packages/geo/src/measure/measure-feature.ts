import type { Geometry } from '../geometry.ts';
import { geometryArea } from './area.ts';
import { geometryLength } from './length.ts';

/**
 * The measurements of one feature on the WGS 84 ellipsoid: `baseArea` in m², 0 for points and lines; `baseLength` in
 * metres, the perimeter of polygons, 0 for points. Both are null without a geometry. `groma_fid` is the feature's id.
 */
export interface Measurement {
  groma_fid: number;
  baseArea: number | null;
  baseLength: number | null;
}

/**
 * Measures one feature. What no number comes of, for a position is not finite, is null.
 * @throws TypeError for a geometry without coordinates
 */
export function measureFeature(fid: number, geometry: Geometry | null): Measurement {
  const known = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return {
    groma_fid: fid,
    baseArea: geometry && known(geometryArea(geometry)),
    baseLength: geometry && known(geometryLength(geometry)),
  };
}

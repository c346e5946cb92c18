import { forEachPosition, type SearchPlace } from '@groma/geo';
import { pointRadiusOf, type PointSize } from '@groma/model';
import { numberOf } from './classing.ts';
import type { LayerRows } from './layer-rows.ts';
import type { IsUnseen } from './layer-search.ts';

/** How points are sized that are searched for: `reach` is that of the search, `least` what any point has, in pixels. */
export interface SizedPick {
  size: PointSize;
  reach: number;
  least: number;
}

/** Tells features whose mark does not reach to a place, beside those that are not drawn at all. */
export function isBeside(
  rows: Pick<LayerRows, 'cellOf' | 'numberOf' | 'geometryOf'>,
  { longitude, latitude, acrossReach, upReach }: SearchPlace,
  { size, reach, least }: SizedPick,
  isUnseen: IsUnseen,
): IsUnseen {
  const read = rows.cellOf(size.column);
  return (fid) => {
    if (isUnseen?.(fid)) return true;
    const row = rows.numberOf(fid);
    const radius = Math.max(least, pointRadiusOf(size, read && row !== null ? numberOf(read(row)) : NaN));
    const geometry = rows.geometryOf(fid);
    if (geometry?.type !== 'Point' && geometry?.type !== 'MultiPoint') return false;
    let nearest = Infinity;
    forEachPosition(geometry, ([x, y]) => {
      const turn = Math.abs(x! - longitude);
      const across = (Math.min(turn, 360 - turn) / acrossReach) * reach;
      nearest = Math.min(nearest, Math.hypot(across, ((y! - latitude) / upReach) * reach));
    });
    return nearest > radius;
  };
}

import type { Bbox } from '../coordinate.ts';
import type { SearchPlace } from './search-place.ts';

/**
 * Whether a point lies inside a polygon: even-odd rule over its rings (Shimrat 1962, Algorithm 112), so that holes are
 * outside. `starts` are the first positions of the rings and one past the last.
 */
export function isInRings(coordinates: Float64Array, size: number, starts: Int32Array, x: number, y: number): boolean {
  let isInside = false;
  for (let ring = 0; ring < starts.length - 1; ring++) {
    for (let at = starts[ring]!; at < starts[ring + 1]! - 1; at++) {
      const [x1, y1, x2, y2] = [
        coordinates[at * size]!,
        coordinates[at * size + 1]!,
        coordinates[(at + 1) * size]!,
        coordinates[(at + 1) * size + 1]!,
      ];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
    }
  }
  return isInside;
}

/**
 * Distance of a place to a segment in units of its reach, and how far along the segment (0 to 1) the nearest point
 * lies.
 */
export function segmentDistance(
  { longitude, latitude, acrossReach, upReach }: SearchPlace,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): { distance: number; along: number } {
  const [ax, ay, bx, by] = [
    (x1 - longitude) / acrossReach,
    (y1 - latitude) / upReach,
    (x2 - longitude) / acrossReach,
    (y2 - latitude) / upReach,
  ];
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / squared));
  return { distance: Math.hypot(ax + along * dx, ay + along * dy), along };
}

/**
 * Whether a segment shares a point with a box: clipping after Liang and Barsky (ACM Transactions on Graphics 3, 1984).
 */
export function crossesBox(box: Bbox, x1: number, y1: number, x2: number, y2: number): boolean {
  let [enter, leave] = [0, 1];
  const clip = (step: number, room: number): boolean => {
    if (step === 0) return room >= 0;
    const at = room / step;
    if (step < 0) enter = Math.max(enter, at);
    else leave = Math.min(leave, at);
    return enter <= leave;
  };
  const [dx, dy] = [x2 - x1, y2 - y1];
  return clip(-dx, x1 - box[0]) && clip(dx, box[2] - x1) && clip(-dy, y1 - box[1]) && clip(dy, box[3] - y1);
}

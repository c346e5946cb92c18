import { RADIANS } from '../measure/ellipsoid.ts';

export type Box = readonly [west: number, south: number, east: number, north: number];

/**
 * The least radius by which the Earth curves, in metres: with it a distance is never taken for more degrees too few.
 */
const leastRadius = 6_335_000;
/** The same for lower bounds of distances. */
const boundRadius = 6_330_000;

/**
 * Boxes of longitude and latitude, within ±180°, that hold all that lies within some metres of a box (spherical law of
 * sines).
 */
export function boxesAround([west, south, east, north]: Box, metres: number): Box[] {
  const angle = metres / leastRadius;
  const [low, high] = [south - angle / RADIANS, north + angle / RADIANS];
  if (low <= -90 || high >= 90 || angle >= Math.PI / 2) return [[-180, Math.max(-90, low), 180, Math.min(90, high)]];
  const furthest = Math.max(Math.abs(south), Math.abs(north)) * RADIANS;
  const sine = Math.sin(angle) / Math.cos(furthest);
  if (sine >= 1) return [[-180, low, 180, high]];
  const turn = Math.asin(sine) / RADIANS;
  const [from, to] = [west - turn, east + turn];
  if (to - from >= 360) return [[-180, low, 180, high]];
  const boxes: Box[] = [[Math.max(-180, from), low, Math.min(180, to), high]];
  if (from < -180) boxes.push([from + 360, low, 180, high]);
  if (to > 180) boxes.push([-180, low, to - 360, high]);
  return boxes;
}

/**
 * A distance in metres that is never more than that of a place from anything within a box of longitude and latitude:
 * the distance to its nearest corner, parallel or meridian on a sphere.
 */
export function leastDistance(longitude: number, latitude: number, [west, south, east, north]: Box): number {
  const middle = (west + east) / 2;
  const turned = longitude - 360 * Math.round((longitude - middle) / 360);
  if (turned >= west && turned <= east) {
    const apart = latitude < south ? south - latitude : latitude > north ? latitude - north : 0;
    return apart * RADIANS * boundRadius;
  }
  const turn = Math.min(Math.abs(turned - west), Math.abs(turned - east)) * RADIANS;
  const phi = latitude * RADIANS;
  // Where a great circle from the place meets the meridian of the side at a right angle.
  const foot = Math.atan2(Math.tan(phi), Math.cos(turn));
  const nearest = Math.cos(turn) <= 0 ? (latitude >= 0 ? 90 : -90) : foot / RADIANS;
  const at = Math.max(south, Math.min(north, nearest)) * RADIANS;
  const half = Math.sin((at - phi) / 2) ** 2 + Math.cos(phi) * Math.cos(at) * Math.sin(turn / 2) ** 2;
  return 2 * boundRadius * Math.asin(Math.min(1, Math.sqrt(half)));
}

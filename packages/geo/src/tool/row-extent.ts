import { RADIANS, SEMI_MAJOR } from '../measure/ellipsoid.ts';
import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { positionRange } from './tool-run.ts';

/** West, south, east and north of some positions; longitudes as they stand. */
export function extentOf(
  coordinates: Float64Array,
  size: number,
  first: number,
  end: number,
): [west: number, south: number, east: number, north: number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = first * size; at < end * size; at += size) {
    const [x, y] = [coordinates[at]!, coordinates[at + 1]!];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}

/** The middle of a row and how far its positions reach from there in metres, about. */
export function reachOf(geometry: BatchGeometry, row: number): { longitude: number; latitude: number; metres: number } {
  const [west, south, east, north] = extentOf(geometry.coordinates, geometry.size, ...positionRange(geometry, row));
  const latitude = (south + north) / 2;
  const nearest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
  const across = ((east - west) / 2) * RADIANS * Math.cos(nearest * RADIANS);
  const up = ((north - south) / 2) * RADIANS;
  return { longitude: (west + east) / 2, latitude, metres: SEMI_MAJOR * Math.sqrt(across * across + up * up) };
}

import { geometryMembers, type Geometry, type SimpleGeometry } from '../geometry.ts';
import type { Position } from '../coordinate.ts';
import { isSelfCrossing } from './self-crossing.ts';

/** Rounding in reprojection must not turn 180° into an error. */
const TOLERANCE = 1e-6;

/** Of the length of a ring, how far beside its line a position may lie for it to be flat. */
const flatness = 1e-12;

/**
 * What can be wrong with the shape of a geometry whose coordinates are in range; such a geometry can still be drawn.
 */
export type GeometryProblem = 'too-few-positions' | 'unclosed-ring' | 'flat-ring' | 'self-crossing-ring';

/** True for finite degrees with longitude within ±`reach` and latitude within ±90. */
export function isPositionInRange(position: Position, reach = 180): boolean {
  const [longitude, latitude] = position as [number, number];
  return Math.abs(longitude) <= reach + TOLERANCE && Math.abs(latitude) <= 90 + TOLERANCE;
}

/**
 * The first position of a geometry that is not a place on earth (or no numbers at all), or null; longitudes may go to
 * ±`reach`.
 */
export function positionOutOfRange(geometry: Geometry | null, reach = 180): Position | null {
  if (!geometry) return null;
  if (geometry.type === 'GeometryCollection') {
    for (const member of geometry.geometries) {
      const found = positionOutOfRange(member, reach);
      if (found) return found;
    }
    return null;
  }
  return firstBad(geometry.coordinates, NESTING[geometry.type], reach);
}

const NESTING = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 } as const;

function firstBad(coordinates: unknown, depth: number, reach: number): Position | null {
  if (!Array.isArray(coordinates)) return [NaN, NaN];
  if (depth === 0) {
    if (coordinates.length === 0) return null;
    return typeof coordinates[0] === 'number' &&
      typeof coordinates[1] === 'number' &&
      isPositionInRange(coordinates as Position, reach)
      ? null
      : (coordinates as Position);
  }
  for (const inner of coordinates) {
    const found = firstBad(inner, depth - 1, reach);
    if (found) return found;
  }
  return null;
}

/** What is wrong with the shape of a geometry, or null: the first problem found. */
export function geometryProblem(geometry: SimpleGeometry | null): GeometryProblem | null {
  if (!geometry) return null;
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint') return null;
  if (geometry.type === 'LineString' || geometry.type === 'MultiLineString') {
    return (geometryMembers(geometry) as Position[][]).some((line) => line.length < 2) ? 'too-few-positions' : null;
  }
  for (const polygon of geometryMembers(geometry) as Position[][][]) {
    for (const ring of polygon) {
      const problem = ringProblem(ring);
      if (problem) return problem;
    }
  }
  return null;
}

function ringProblem(ring: Position[]): GeometryProblem | null {
  const first = ring[0];
  const last = ring.at(-1);
  if (!first || !last || ring.length < 4) return 'too-few-positions';
  if (first[0] !== last[0] || first[1] !== last[1]) return 'unclosed-ring';
  if (isFlat(ring)) return 'flat-ring';
  return isSelfCrossing(ring) ? 'self-crossing-ring' : null;
}

/** All positions lie on one line, as far as doubles can tell. */
function isFlat(ring: Position[]): boolean {
  const [x, y] = ring[0] as [number, number];
  let farthest: Position = ring[0]!;
  let reach = 0;
  for (const position of ring) {
    const distance = Math.hypot(position[0]! - x, position[1]! - y);
    if (distance > reach) [farthest, reach] = [position, distance];
  }
  const [acrossX, acrossY] = [farthest[0]! - x, farthest[1]! - y];
  return ring.every(
    (position) => Math.abs((position[0]! - x) * acrossY - (position[1]! - y) * acrossX) <= flatness * reach * reach,
  );
}

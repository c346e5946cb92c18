import type { Position } from '../coordinate.ts';
import type { SimpleGeometry } from '../geometry.ts';

/** A geometry whose rings end where they begin, as well-known binary asks; the same one where they already do. */
export function closeRings(geometry: SimpleGeometry): SimpleGeometry {
  if (geometry.type === 'Polygon')
    return geometry.coordinates.every(isClosed)
      ? geometry
      : { ...geometry, coordinates: geometry.coordinates.map(closed) };
  if (geometry.type !== 'MultiPolygon' || geometry.coordinates.every((polygon) => polygon.every(isClosed)))
    return geometry;
  return { ...geometry, coordinates: geometry.coordinates.map((polygon) => polygon.map(closed)) };
}

function isClosed(ring: Position[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return first === undefined || (first[0] === last![0] && first[1] === last![1]);
}

function closed(ring: Position[]): Position[] {
  return isClosed(ring) ? ring : [...ring, [...ring[0]!]];
}

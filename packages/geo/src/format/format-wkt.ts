import type { Position } from '../coordinate.ts';
import type { Geometry } from '../geometry.ts';

/**
 * A geometry in well-known text (ISO 19125): `POINT (1 2)`, `POLYGON Z ((…))` where every position has a height, `M` or
 * `ZM` where every one has an M value.
 */
export function formatWkt(geometry: Geometry): string {
  if (geometry.type === 'GeometryCollection')
    return geometry.geometries.length === 0
      ? 'GEOMETRYCOLLECTION EMPTY'
      : `GEOMETRYCOLLECTION (${geometry.geometries.map(formatWkt).join(', ')})`;
  const places = [0, 1, ...[2, 3].filter((place) => hasPlace(geometry.coordinates, place))];
  const name =
    geometry.type.toUpperCase() +
    (places.length === 2 ? '' : ` ${places.includes(2) ? 'Z' : ''}${places.includes(3) ? 'M' : ''}`);
  if (geometry.type === 'Point') return `${name} (${positionText(geometry.coordinates, places)})`;
  return geometry.coordinates.length === 0 ? `${name} EMPTY` : `${name} ${listText(geometry.coordinates, places)}`;
}

function hasPlace(coordinates: unknown, place: number): boolean {
  const list = coordinates as unknown[];
  return typeof list[0] === 'number'
    ? list.length > place && list[place] !== null
    : list.length > 0 && list.every((each) => hasPlace(each, place));
}

function listText(coordinates: readonly unknown[], places: readonly number[]): string {
  return `(${coordinates.map((each) => (typeof (each as unknown[])[0] === 'number' ? positionText(each as Position, places) : listText(each as unknown[], places))).join(', ')})`;
}

function positionText(position: Position, places: readonly number[]): string {
  return places.map((place) => position[place]).join(' ');
}

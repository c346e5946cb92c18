import type { Position } from '../coordinate.ts';
import type { Geometry } from '../geometry.ts';

/** A geometry in well-known text (ISO 19125): `POINT (1 2)`, `POLYGON Z ((…))` where every position has a height. */
export function formatWkt(geometry: Geometry): string {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.length === 0 ? 'GEOMETRYCOLLECTION EMPTY' : `GEOMETRYCOLLECTION (${geometry.geometries.map(formatWkt).join(', ')})`;
  const size = hasHeights(geometry.coordinates) ? 3 : 2;
  const name = geometry.type.toUpperCase() + (size === 3 ? ' Z' : '');
  if (geometry.type === 'Point') return `${name} (${positionText(geometry.coordinates, size)})`;
  return geometry.coordinates.length === 0 ? `${name} EMPTY` : `${name} ${listText(geometry.coordinates, size)}`;
}

function hasHeights(coordinates: unknown): boolean {
  const list = coordinates as unknown[];
  return typeof list[0] === 'number' ? list.length > 2 : list.length > 0 && list.every(hasHeights);
}

function listText(coordinates: readonly unknown[], size: number): string {
  return `(${coordinates.map((each) => (typeof (each as unknown[])[0] === 'number' ? positionText(each as Position, size) : listText(each as unknown[], size))).join(', ')})`;
}

function positionText(position: Position, size: number): string {
  return position.slice(0, size).join(' ');
}

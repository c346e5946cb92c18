import { positionOf, type Geometry, type Position } from '@groma/geo';
import type { FlatBuffer } from './flat-buffer.ts';

/** Fields of the Geometry table of FlatGeobuf 3. */
const ENDS = 0,
  XY = 1,
  Z = 2,
  M = 3,
  TYPE = 6,
  PARTS = 7;
const TYPES = [
  'Unknown',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
] as const;
/** The triangle and surfaces of polygons are drawn as what they are made of. */
const SURFACES: Readonly<Record<number, (typeof TYPES)[number]>> = { 15: 'MultiPolygon', 17: 'Polygon' };
/** A surface of triangles, whose rings are no holes. */
const TRIANGULATED = 16;
const MAX_DEPTH = 32;

/** Raised for a geometry that is made of curves. */
export class CurvedGeometry extends TypeError {}

/**
 * A geometry of FlatGeobuf as GeoJSON; null where it has no position.
 * @throws RangeError where the bytes are damaged, CurvedGeometry for a type that GeoJSON does not know.
 */
export function flatGeometry(buffer: FlatBuffer, table: number, type: number, depth = 0): Geometry | null {
  if (depth > MAX_DEPTH) throw new RangeError('a collection is nested too deeply');
  if (type === TRIANGULATED) return { type: 'MultiPolygon', coordinates: rings(buffer, table).map((ring) => [ring]) };
  const name = TYPES[type] ?? SURFACES[type];
  switch (name) {
    case 'Point': {
      const [position] = positions(buffer, table);
      return position ? { type: name, coordinates: position } : null;
    }
    case 'LineString':
    case 'MultiPoint': {
      const coordinates = positions(buffer, table);
      return coordinates.length > 0 ? { type: name, coordinates } : null;
    }
    case 'Polygon':
    case 'MultiLineString': {
      const coordinates = rings(buffer, table);
      return coordinates.length > 0 ? { type: name, coordinates } : null;
    }
    case 'MultiPolygon': {
      const coordinates = buffer
        .tables(table, PARTS)
        .map((part) => rings(buffer, part))
        .filter((polygon) => polygon.length > 0);
      return coordinates.length > 0 ? { type: name, coordinates } : null;
    }
    case 'GeometryCollection': {
      const parts = buffer
        .tables(table, PARTS)
        .map((part) => flatGeometry(buffer, part, buffer.byte(part, TYPE), depth + 1));
      return { type: name, geometries: parts.filter((part) => part !== null) };
    }
    default:
      throw new CurvedGeometry(`its geometry is of type ${type}, which maps cannot draw`);
  }
}

/** The type of a geometry, or of the layer where it does not say. */
export function flatGeometryType(buffer: FlatBuffer, table: number, layerType: number): number {
  return buffer.byte(table, TYPE) || layerType;
}

function positions(buffer: FlatBuffer, table: number): Position[] {
  const { start, length } = buffer.vector(table, XY, 8);
  return stretch(buffer, start, buffer.vector(table, Z, 8), buffer.vector(table, M, 8), 0, length >> 1);
}

function rings(buffer: FlatBuffer, table: number): Position[][] {
  const { start, length } = buffer.vector(table, XY, 8);
  const heights = buffer.vector(table, Z, 8);
  const measures = buffer.vector(table, M, 8);
  const ends = buffer.vector(table, ENDS, 4);
  const count = length >> 1;
  if (ends.length === 0) return count === 0 ? [] : [stretch(buffer, start, heights, measures, 0, count)];
  const found: Position[][] = [];
  let from = 0;
  for (let ring = 0; ring < ends.length; ring++) {
    const end = buffer.view.getUint32(ends.start + ring * 4, true);
    if (end < from || end > count) throw new RangeError('a ring ends before it begins or behind the last position');
    if (end > from) found.push(stretch(buffer, start, heights, measures, from, end));
    from = end;
  }
  return found;
}

interface Places {
  start: number;
  length: number;
}

function stretch(
  { view }: FlatBuffer,
  start: number,
  heights: Places,
  measures: Places,
  from: number,
  end: number,
): Position[] {
  const found: Position[] = [];
  for (let index = from; index < end; index++) {
    const x = view.getFloat64(start + index * 16, true);
    const y = view.getFloat64(start + index * 16 + 8, true);
    const height = index < heights.length ? view.getFloat64(heights.start + index * 8, true) : NaN;
    const measure = index < measures.length ? view.getFloat64(measures.start + index * 8, true) : NaN;
    found.push(positionOf(x, y, height, measure));
  }
  return found;
}

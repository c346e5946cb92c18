import type { LngLat, Position } from '../coordinate.ts';
import { geometryMembers, type SimpleGeometry } from '../geometry.ts';

/**
 * The centre of mass of a geometry in the plane of longitude and latitude (degrees), as GEOS gives it: of polygons by
 * area, of lines by length, of points by number; what has no extent counts by its positions. Null without a position.
 * Source of the polygon formula: Bourke, "Calculating the area and centroid of a polygon" (1988).
 */
export function geometryCentroid(geometry: SimpleGeometry): LngLat | null {
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint')
    return meanOf(geometryMembers(geometry) as Position[]);
  if (geometry.type === 'LineString' || geometry.type === 'MultiLineString')
    return ofLines(geometryMembers(geometry) as Position[][]);
  const rings = (geometryMembers(geometry) as Position[][][]).flat();
  return ofPolygons(geometryMembers(geometry) as Position[][][]) ?? ofLines(rings);
}

function meanOf(positions: readonly Position[]): LngLat | null {
  if (positions.length === 0) return null;
  const sum = positions.reduce<[number, number]>(([x, y], position) => [x + position[0]!, y + position[1]!], [0, 0]);
  return [sum[0] / positions.length, sum[1] / positions.length];
}

function ofLines(lines: readonly Position[][]): LngLat | null {
  let [length, x, y] = [0, 0, 0];
  for (const line of lines) {
    for (let index = 1; index < line.length; index++) {
      const [from, to] = [line[index - 1]!, line[index]!];
      const piece = Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!);
      length += piece;
      x += (piece * (from[0]! + to[0]!)) / 2;
      y += (piece * (from[1]! + to[1]!)) / 2;
    }
  }
  return length > 0 ? [x / length, y / length] : meanOf(lines.flat());
}

/** Sums are taken from the first position, so that far from the origin nothing is lost. */
function ofPolygons(polygons: readonly Position[][][]): LngLat | null {
  const origin = polygons[0]?.[0]?.[0];
  if (!origin) return null;
  let [area, x, y] = [0, 0, 0];
  for (const rings of polygons) {
    rings.forEach((ring, index) => {
      const own = ringSums(ring, origin);
      const sign = (index === 0 ? 1 : -1) * Math.sign(own.area || 1);
      area += sign * own.area;
      x += sign * own.x;
      y += sign * own.y;
    });
  }
  return area === 0 ? null : [origin[0]! + x / (3 * area), origin[1]! + y / (3 * area)];
}

function ringSums(ring: readonly Position[], origin: Position): { area: number; x: number; y: number } {
  const sums = { area: 0, x: 0, y: 0 };
  for (let index = 0; index < ring.length; index++) {
    const [from, to] = [ring[index]!, ring[(index + 1) % ring.length]!];
    const [x1, y1, x2, y2] = [from[0]! - origin[0]!, from[1]! - origin[1]!, to[0]! - origin[0]!, to[1]! - origin[1]!];
    const cross = x1 * y2 - x2 * y1;
    sums.area += cross;
    sums.x += (x1 + x2) * cross;
    sums.y += (y1 + y2) * cross;
  }
  return sums;
}

import type { Position } from '../coordinate.ts';
import { geometryMembers, type Geometry } from '../geometry.ts';
import { ECCENTRICITY_SQUARED, RADIANS, SEMI_MAJOR } from './ellipsoid.ts';

const ECCENTRICITY = Math.sqrt(ECCENTRICITY_SQUARED);
const POLAR = authalicTerm(1);
const AUTHALIC_RADIUS = SEMI_MAJOR * Math.sqrt(POLAR / 2);

/**
 * Area of a geometry on the WGS 84 ellipsoid, in m²; 0 for points and lines. Latitudes are brought to the sphere of
 * equal area (Snyder 1987, Map Projections, 3-11 to 3-13), where the spherical excess below each edge is summed
 * (Todhunter 1886, art. 103). Edges are great circles of that sphere; rings may cross the antimeridian.
 */
export function geometryArea(geometry: Geometry | null): number {
  if (!geometry) return 0;
  if (geometry.type === 'GeometryCollection')
    return geometry.geometries.reduce((sum, member) => sum + geometryArea(member), 0);
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return 0;
  return (geometryMembers(geometry) as Position[][][]).reduce((sum, rings) => sum + polygonArea(rings), 0);
}

function polygonArea(rings: Position[][]): number {
  const [outer = 0, ...holes] = rings.map(ringArea);
  return outer - holes.reduce((sum, hole) => sum + hole, 0);
}

function ringArea(ring: Position[]): number {
  let excess = 0;
  for (let index = 0; index < ring.length; index++) {
    const [longitude1, latitude1] = ring[index] as [number, number];
    const [longitude2, latitude2] = ring[(index + 1) % ring.length] as [number, number];
    const turn = (longitude2 - longitude1 - 360 * Math.round((longitude2 - longitude1) / 360)) * RADIANS;
    const [half1, half2] = [Math.tan(authalicLatitude(latitude1) / 2), Math.tan(authalicLatitude(latitude2) / 2)];
    excess += 2 * Math.atan2(Math.tan(turn / 2) * (half1 + half2), 1 + half1 * half2);
  }
  return Math.abs(excess) * AUTHALIC_RADIUS ** 2;
}

function authalicLatitude(latitude: number): number {
  return Math.asin(Math.max(-1, Math.min(1, authalicTerm(Math.sin(latitude * RADIANS)) / POLAR)));
}

function authalicTerm(sine: number): number {
  const scaled = ECCENTRICITY * sine;
  return (1 - ECCENTRICITY_SQUARED) * (sine / (1 - scaled ** 2) + Math.atanh(scaled) / ECCENTRICITY);
}

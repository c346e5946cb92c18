import type { Position } from '../coordinate.ts';
import { geometryMembers, type Geometry } from '../geometry.ts';
import { FLATTENING, RADIANS, SEMI_MAJOR, SEMI_MINOR } from './ellipsoid.ts';

const MEAN_RADIUS = (2 * SEMI_MAJOR + SEMI_MINOR) / 3;

/** Length of lines, or of all rings of polygons, on the WGS 84 ellipsoid, in metres; 0 for points. */
export function geometryLength(geometry: Geometry | null): number {
  if (!geometry) return 0;
  if (geometry.type === 'GeometryCollection')
    return geometry.geometries.reduce((sum, member) => sum + geometryLength(member), 0);
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint') return 0;
  const lines =
    geometry.type === 'LineString' || geometry.type === 'MultiLineString'
      ? (geometryMembers(geometry) as Position[][])
      : (geometryMembers(geometry) as Position[][][]).flat();
  return lines.reduce((sum, line) => sum + lineLength(line), 0);
}

function lineLength(line: Position[]): number {
  let length = 0;
  for (let index = 1; index < line.length; index++) length += distance(line[index - 1]!, line[index]!);
  return length;
}

/**
 * Distance of two positions (degrees) on the WGS 84 ellipsoid in metres, exact to half a millimetre: the inverse
 * method of Vincenty, Survey Review 23 (1975). Nearly opposite points, where it finds no answer, are measured on the
 * mean sphere (0.5 % at worst).
 */
export function distance(from: Position, to: Position): number {
  const [longitude1, latitude1] = from as [number, number];
  const [longitude2, latitude2] = to as [number, number];
  if (longitude1 === longitude2 && latitude1 === latitude2) return 0;
  return (
    vincenty(latitude1, latitude2, (longitude2 - longitude1) * RADIANS)?.metres ??
    haversine(latitude1, latitude2, (longitude2 - longitude1) * RADIANS)
  );
}

/**
 * How far (metres) and in which direction (radians clockwise from north) a position lies from another, along the
 * geodesic.
 */
export function polar(from: Position, to: Position): Polar {
  const [longitude1, latitude1] = from as [number, number];
  const [longitude2, latitude2] = to as [number, number];
  const turn = (longitude2 - longitude1 - 360 * Math.round((longitude2 - longitude1) / 360)) * RADIANS;
  if (turn === 0 && latitude1 === latitude2) return { metres: 0, azimuth: 0 };
  return (
    vincenty(latitude1, latitude2, turn) ?? {
      metres: haversine(latitude1, latitude2, turn),
      azimuth: (Math.PI / 2) * Math.sign(turn),
    }
  );
}

type Polar = { metres: number; azimuth: number };

function vincenty(latitude1: number, latitude2: number, longitude: number): Polar | null {
  const reduced1 = Math.atan((1 - FLATTENING) * Math.tan(latitude1 * RADIANS));
  const reduced2 = Math.atan((1 - FLATTENING) * Math.tan(latitude2 * RADIANS));
  const [sin1, cos1, sin2, cos2] = [Math.sin(reduced1), Math.cos(reduced1), Math.sin(reduced2), Math.cos(reduced2)];
  let lambda = longitude;
  for (let round = 0; round < 100; round++) {
    const sinSigma = Math.hypot(cos2 * Math.sin(lambda), cos1 * sin2 - sin1 * cos2 * Math.cos(lambda));
    if (sinSigma === 0) return { metres: 0, azimuth: 0 };
    const cosSigma = sin1 * sin2 + cos1 * cos2 * Math.cos(lambda);
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cos1 * cos2 * Math.sin(lambda)) / sinSigma;
    const cosSquaredAlpha = 1 - sinAlpha ** 2;
    const cosMiddle = cosSquaredAlpha === 0 ? 0 : cosSigma - (2 * sin1 * sin2) / cosSquaredAlpha;
    const c = (FLATTENING / 16) * cosSquaredAlpha * (4 + FLATTENING * (4 - 3 * cosSquaredAlpha));
    const previous = lambda;
    lambda =
      longitude +
      (1 - c) * FLATTENING * sinAlpha * (sigma + c * sinSigma * (cosMiddle + c * cosSigma * (2 * cosMiddle ** 2 - 1)));
    if (Math.abs(lambda - previous) < 1e-12) {
      const azimuth = Math.atan2(cos2 * Math.sin(lambda), cos1 * sin2 - sin1 * cos2 * Math.cos(lambda));
      return { metres: alongMeridian(cosSquaredAlpha, sinSigma, cosSigma, cosMiddle, sigma), azimuth };
    }
  }
  return null;
}

function alongMeridian(
  cosSquaredAlpha: number,
  sinSigma: number,
  cosSigma: number,
  cosMiddle: number,
  sigma: number,
): number {
  const u = (cosSquaredAlpha * (SEMI_MAJOR ** 2 - SEMI_MINOR ** 2)) / SEMI_MINOR ** 2;
  const a = 1 + (u / 16384) * (4096 + u * (-768 + u * (320 - 175 * u)));
  const b = (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u)));
  const inner =
    cosSigma * (2 * cosMiddle ** 2 - 1) - (b / 6) * cosMiddle * (4 * sinSigma ** 2 - 3) * (4 * cosMiddle ** 2 - 3);
  return SEMI_MINOR * a * (sigma - b * sinSigma * (cosMiddle + (b / 4) * inner));
}

function haversine(latitude1: number, latitude2: number, longitude: number): number {
  const half =
    Math.sin(((latitude2 - latitude1) * RADIANS) / 2) ** 2 +
    Math.cos(latitude1 * RADIANS) * Math.cos(latitude2 * RADIANS) * Math.sin(longitude / 2) ** 2;
  return 2 * MEAN_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)));
}

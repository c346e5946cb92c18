import { ECCENTRICITY_SQUARED, FLATTENING, RADIANS, SEMI_MAJOR } from '../measure/ellipsoid.ts';
import { destination } from '../measure/destination.ts';
import { polar } from '../measure/length.ts';

/**
 * A plane in metres around a place. Positions are changed where they stand, from index `first` up to `end`, `size`
 * numbers each.
 */
export interface Plane {
  toMetres(positions: Float64Array, size: number, first: number, end: number): void;
  toDegrees(positions: Float64Array, size: number, first: number, end: number): void;
  /** Longitude and latitude of the middle. */
  readonly longitude: number;
  readonly latitude: number;
}

const E = Math.sqrt(ECCENTRICITY_SQUARED);
const N = FLATTENING / (2 - FLATTENING);
/** From the conformal latitude to the geodetic (Krüger 1912, by powers of n; Karney 2011, eq. 35 f.). */
const SERIES = [
  2 * N - (2 * N ** 2) / 3 - 2 * N ** 3 + (116 * N ** 4) / 45,
  (7 * N ** 2) / 3 - (8 * N ** 3) / 5 - (227 * N ** 4) / 45,
  (56 * N ** 3) / 15 - (136 * N ** 4) / 35,
  (4279 * N ** 4) / 630,
] as const;

/**
 * The ellipsoid on a conformal sphere, and that on a transverse Mercator through the middle (Gauss and Schreiber): true
 * to shape everywhere, to scale within 1.3e-4 as far as 100 km. Longitudes come back without a jump at the
 * antimeridian.
 */
export class LocalPlane implements Plane {
  readonly longitude: number;
  readonly latitude: number;
  readonly #scale: number;
  readonly #north: number;

  constructor(longitude: number, latitude: number) {
    this.longitude = longitude;
    this.latitude = latitude;
    // At the pole itself the scale is a limit.
    const phi = Math.max(-89.9999, Math.min(89.9999, latitude)) * RADIANS;
    const tangent = conformalTangent(Math.sin(phi), Math.tan(phi));
    const prime = SEMI_MAJOR / Math.sqrt(1 - ECCENTRICITY_SQUARED * Math.sin(phi) ** 2);
    this.#scale = prime * Math.cos(phi) * Math.sqrt(1 + tangent ** 2);
    const middle = latitude * RADIANS;
    this.#north = Math.abs(latitude) === 90 ? middle : Math.atan(conformalTangent(Math.sin(middle), Math.tan(middle)));
  }

  toMetres(positions: Float64Array, size: number, first: number, end: number): void {
    const scale = this.#scale;
    for (let at = first * size; at < end * size; at += size) {
      const turn = (positions[at]! - this.longitude) * RADIANS;
      const phi = positions[at + 1]! * RADIANS;
      const tangent = conformalTangent(Math.sin(phi), Math.tan(phi));
      const cosine = Math.cos(turn);
      positions[at] = scale * Math.asinh(Math.sin(turn) / Math.sqrt(tangent * tangent + cosine * cosine));
      positions[at + 1] = scale * (Math.atan2(tangent, cosine) - this.#north);
    }
  }

  toDegrees(positions: Float64Array, size: number, first: number, end: number): void {
    const scale = this.#scale;
    for (let at = first * size; at < end * size; at += size) {
      const xi = positions[at + 1]! / scale + this.#north;
      const eta = positions[at]! / scale;
      const [sine, cosine, across] = [Math.sin(xi), Math.cos(xi), Math.sinh(eta)];
      const flat = Math.sqrt(across * across + cosine * cosine);
      const whole = Math.sqrt(flat * flat + sine * sine);
      positions[at] = this.longitude + Math.atan2(across, cosine) / RADIANS;
      positions[at + 1] = geodeticLatitude(sine / whole, flat / whole);
    }
  }
}

/** tan of the conformal latitude (Snyder 1987, 3-1). */
export function conformalTangent(sine: number, tangent: number): number {
  return Math.sinh(Math.asinh(tangent) - E * Math.atanh(E * sine));
}

/** The geodetic latitude in degrees of a conformal one, given by its sine and cosine (Clenshaw's sum of the series). */
export function geodeticLatitude(sine: number, cosine: number): number {
  const [a, b, c, d] = SERIES;
  const [sin2, cos2] = [2 * sine * cosine, cosine * cosine - sine * sine];
  const twice = 2 * cos2;
  const u3 = c + twice * d;
  const u2 = b + twice * u3 - d;
  return (Math.atan2(sine, cosine) + (a + twice * u2 - u3) * sin2) / RADIANS;
}

/** Distances and directions from the middle are true on the ellipsoid, however far (azimuthal equidistant). */
export class AzimuthalPlane implements Plane {
  readonly longitude: number;
  readonly latitude: number;

  constructor(longitude: number, latitude: number) {
    this.longitude = longitude;
    this.latitude = latitude;
  }

  toMetres(positions: Float64Array, size: number, first: number, end: number): void {
    for (let at = first * size; at < end * size; at += size) {
      const { metres, azimuth } = polar([this.longitude, this.latitude], [positions[at]!, positions[at + 1]!]);
      positions[at] = metres * Math.sin(azimuth);
      positions[at + 1] = metres * Math.cos(azimuth);
    }
  }

  toDegrees(positions: Float64Array, size: number, first: number, end: number): void {
    for (let at = first * size; at < end * size; at += size) {
      const [x, y] = [positions[at]!, positions[at + 1]!];
      const reached = destination([this.longitude, this.latitude], Math.atan2(x, y) / RADIANS, Math.hypot(x, y));
      [positions[at], positions[at + 1]] = reached;
    }
  }
}

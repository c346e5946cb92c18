import { ECCENTRICITY_SQUARED, RADIANS, SEMI_MAJOR } from '../measure/ellipsoid.ts';
import type { Matrix, Triple } from './matrix.ts';

const tolerance = 1e-13;
/** Nearer to the middle of the Earth than this, in metres, places are of no globe. */
const leastOfGlobe = 6_000_000;

/** Whether a place can be one in metres from the middle of the Earth (EPSG:4978). */
export function isOnGlobe([x, y, z]: Triple): boolean {
  return Math.hypot(x, y, z) > leastOfGlobe;
}

/**
 * Longitude and latitude in degrees and height in metres above the ellipsoid of a place in metres from the middle of
 * the Earth (EPSG:4978). The latitude is found by repetition (Hofmann-Wellenhof 2001, GPS Theory and Practice, 10.3).
 */
export function toGeodetic([x, y, z]: Triple): Triple {
  const across = Math.hypot(x, y);
  let latitude = Math.atan2(z, across * (1 - ECCENTRICITY_SQUARED));
  for (let round = 0; round < 20; round += 1) {
    const next = Math.atan2(z + ECCENTRICITY_SQUARED * normalRadius(latitude) * Math.sin(latitude), across);
    const isClose = Math.abs(next - latitude) < tolerance;
    latitude = next;
    if (isClose) break;
  }
  const [sine, cosine] = [Math.sin(latitude), Math.cos(latitude)];
  const height = across * cosine + z * sine - SEMI_MAJOR * Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine);
  return [Math.atan2(y, x) / RADIANS, latitude / RADIANS, height];
}

/** A place in metres from the middle of the Earth, of degrees and metres above the ellipsoid. */
export function toGeocentric([longitude, latitude, height]: Triple): Triple {
  const [east, north] = [longitude * RADIANS, latitude * RADIANS];
  const radius = normalRadius(north);
  const across = (radius + height) * Math.cos(north);
  return [
    across * Math.cos(east),
    across * Math.sin(east),
    (radius * (1 - ECCENTRICITY_SQUARED) + height) * Math.sin(north),
  ];
}

/** The matrix from metres to the east, to the north and up from a place on the globe, to EPSG:4978. */
export function localFrame(place: Triple): Matrix {
  const [longitude, latitude] = toGeodetic(place);
  const [sl, cl] = [Math.sin(longitude * RADIANS), Math.cos(longitude * RADIANS)];
  const [sp, cp] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  return [-sl, cl, 0, 0, -sp * cl, -sp * sl, cp, 0, cp * cl, cp * sl, sp, 0, ...place, 1];
}

function normalRadius(latitude: number): number {
  return SEMI_MAJOR / Math.sqrt(1 - ECCENTRICITY_SQUARED * Math.sin(latitude) ** 2);
}

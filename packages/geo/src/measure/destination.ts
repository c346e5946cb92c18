import type { Position } from '../coordinate.ts';
import { FLATTENING, RADIANS, SEMI_MAJOR, SEMI_MINOR } from './ellipsoid.ts';

/**
 * The position reached from another (degrees) by going `metres` along the geodesic that leaves at `azimuth` (degrees
 * clockwise from north) on the WGS 84 ellipsoid: the direct method of Vincenty, Survey Review 23 (1975), exact to half
 * a millimetre. The longitude is not brought to ±180, so that shapes over the antimeridian stay whole.
 */
export function destination(from: Position, azimuth: number, metres: number): [longitude: number, latitude: number] {
  const [longitude, latitude] = from as [number, number];
  const [sinAzimuth, cosAzimuth] = [Math.sin(azimuth * RADIANS), Math.cos(azimuth * RADIANS)];
  const tanReduced = (1 - FLATTENING) * Math.tan(latitude * RADIANS);
  const cosReduced = 1 / Math.sqrt(1 + tanReduced ** 2);
  const sinReduced = tanReduced * cosReduced;
  const sigma1 = Math.atan2(tanReduced, cosAzimuth);
  const sinAlpha = cosReduced * sinAzimuth;
  const cosSquaredAlpha = 1 - sinAlpha ** 2;
  const u = (cosSquaredAlpha * (SEMI_MAJOR ** 2 - SEMI_MINOR ** 2)) / SEMI_MINOR ** 2;
  const a = 1 + (u / 16384) * (4096 + u * (-768 + u * (320 - 175 * u)));
  const b = (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u)));
  const { sinSigma, cosSigma, cosMiddle, sigma } = arc(metres / (SEMI_MINOR * a), sigma1, b);
  const across = sinReduced * sinSigma - cosReduced * cosSigma * cosAzimuth;
  const reached = Math.atan2(
    sinReduced * cosSigma + cosReduced * sinSigma * cosAzimuth,
    (1 - FLATTENING) * Math.hypot(sinAlpha, across),
  );
  const lambda = Math.atan2(sinSigma * sinAzimuth, cosReduced * cosSigma - sinReduced * sinSigma * cosAzimuth);
  const c = (FLATTENING / 16) * cosSquaredAlpha * (4 + FLATTENING * (4 - 3 * cosSquaredAlpha));
  const turn =
    lambda -
    (1 - c) * FLATTENING * sinAlpha * (sigma + c * sinSigma * (cosMiddle + c * cosSigma * (2 * cosMiddle ** 2 - 1)));
  return [longitude + turn / RADIANS, reached / RADIANS];
}

/** The arc length on the auxiliary sphere, by iteration. */
function arc(
  first: number,
  sigma1: number,
  b: number,
): { sinSigma: number; cosSigma: number; cosMiddle: number; sigma: number } {
  let sigma = first;
  for (let round = 0; ; round++) {
    const cosMiddle = Math.cos(2 * sigma1 + sigma);
    const [sinSigma, cosSigma] = [Math.sin(sigma), Math.cos(sigma)];
    const inner =
      cosSigma * (2 * cosMiddle ** 2 - 1) - (b / 6) * cosMiddle * (4 * sinSigma ** 2 - 3) * (4 * cosMiddle ** 2 - 3);
    const next = first + b * sinSigma * (cosMiddle + (b / 4) * inner);
    if (Math.abs(next - sigma) < 1e-13 || round === 100) return { sinSigma, cosSigma, cosMiddle, sigma: next };
    sigma = next;
  }
}

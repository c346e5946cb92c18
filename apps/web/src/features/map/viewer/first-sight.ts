import type { Bbox } from '@groma/geo';
import type { ViewState } from '@groma/model';

const tilePixels = 512;
const degrees = 180 / Math.PI;

/**
 * The box of degrees, at most, that a map of Web Mercator of so many pixels shows; null where it is tilted and may see
 * far. Known before there is a map, so that what is in it can be asked for at once.
 */
export function firstSight(
  { longitude, latitude, zoom, pitch, bearing }: ViewState,
  width: number,
  height: number,
): Bbox | null {
  if (pitch > 0) return null;
  // Turned, the corners reach as far as half the diagonal.
  const isTurned = bearing !== 0;
  const diagonal = Math.hypot(width, height);
  const [across, up] = isTurned ? [diagonal, diagonal] : [width, height];
  const world = tilePixels * 2 ** zoom;
  const half = (across / world) * 180;
  const middle = mercator(latitude);
  const reach = (up / world) * Math.PI;
  return [longitude - half, latitudeAt(middle - reach), longitude + half, latitudeAt(middle + reach)];
}

/** From −π to π over the square of the world. */
function mercator(latitude: number): number {
  return Math.asinh(Math.tan(Math.max(-85.06, Math.min(85.06, latitude)) / degrees));
}

function latitudeAt(y: number): number {
  return Math.atan(Math.sinh(y)) * degrees;
}

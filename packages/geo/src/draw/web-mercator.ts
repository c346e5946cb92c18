const radians = Math.PI / 180;
/** Latitudes beyond are drawn here: the poles lie at infinity (deck.gl clamps positions to the same latitude). */
const outermostLatitude = 89.9;

/**
 * The northing of a latitude in spherical Web Mercator (EPSG:3857), in degrees of longitude at the equator, so that
 * it has the scale of the longitudes beside it: `ln(tan(π/4 + φ/2))` (Snyder 1987, Map Projections, eq. 7-2).
 */
export function mercatorNorthing(latitude: number): number {
  const clamped = Math.min(outermostLatitude, Math.max(-outermostLatitude, latitude));
  return Math.log(Math.tan(Math.PI / 4 + (clamped * radians) / 2)) / radians;
}

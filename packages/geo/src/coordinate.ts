/** Longitude and latitude in degrees (WGS 84), in the order of GeoJSON. */
export type LngLat = readonly [longitude: number, latitude: number];

/**
 * A GeoJSON position: degrees, metres where a third number stands, and an M value as the fourth; the third is null
 * where there is an M value but no height.
 */
export type Position = [longitude: number, latitude: number, height?: number] | number[];

/** West, south, east, north in degrees. */
export type Bbox = [west: number, south: number, east: number, north: number];

/** A box that holds nothing; `extendBbox` makes it grow. */
export function emptyBbox(): Bbox {
  return [Infinity, Infinity, -Infinity, -Infinity];
}

/** True for a box that holds no point. */
export function isEmptyBbox(bbox: Bbox): boolean {
  return !(bbox[0] <= bbox[2] && bbox[1] <= bbox[3]);
}

/** Grows `bbox` in place (degrees) until it holds the point. */
export function extendBbox(bbox: Bbox, longitude: number, latitude: number): void {
  if (longitude < bbox[0]) bbox[0] = longitude;
  if (latitude < bbox[1]) bbox[1] = latitude;
  if (longitude > bbox[2]) bbox[2] = longitude;
  if (latitude > bbox[3]) bbox[3] = latitude;
}

/** Grows `bbox` in place until it holds `other`; an empty `other` changes nothing. */
export function mergeBbox(bbox: Bbox, other: Bbox): void {
  if (isEmptyBbox(other)) return;
  extendBbox(bbox, other[0], other[1]);
  extendBbox(bbox, other[2], other[3]);
}

/** True where two boxes share at least a point. Neither crosses the antimeridian. */
export function bboxesIntersect(one: Bbox, other: Bbox): boolean {
  return one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];
}

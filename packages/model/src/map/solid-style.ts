import { metresPerDegree } from './metres-per-degree.ts';

/** What points of a 3D layer are coloured by. */
export const solidColorings = ['rgb', 'height', 'intensity', 'classification'] as const;
export type SolidColoring = (typeof solidColorings)[number];

/** Where something stands that does not say where: the middle of what it covers, in degrees. */
export interface SolidPlace {
  longitude: number;
  latitude: number;
  /** Degrees clockwise that it is turned by. */
  heading: number;
  scale: number;
  /** Its height is along z, as in scans and prints, not along y, as in glTF. */
  isUpright: boolean;
}

/** How a 3D layer looks and where it stands. */
export interface SolidStyle {
  /** 0 to 1. */
  opacity: number;
  /** Pixels across a point. */
  pointSize: number;
  /** Null for the first that the points have. */
  coloring: SolidColoring | null;
  /** Metres that it is raised by; what has no place of its own stands on the map with 0. */
  lift: number;
  /** Null where the file says where it lies. */
  place: SolidPlace | null;
  isInLegend: boolean;
  /** Whom its data are from, as it stands in the corner of the map. */
  attribution: string;
}

export const defaultSolidStyle: SolidStyle = {
  opacity: 1,
  pointSize: 2,
  coloring: null,
  lift: 0,
  place: null,
  isInLegend: true,
  attribution: '',
};

/** Longitude, latitude and height in metres above the ellipsoid; or, in a file's own coordinates, x, y and z. */
type Triple = readonly [number, number, number];

/**
 * Where the file of a 3D layer lies: a ball on the globe (`low` is the least height in it), or a box in coordinates of
 * its own.
 */
export type SolidExtent =
  | { kind: 'globe'; center: Triple; radius: number; low: number }
  | { kind: 'own'; low: Triple; high: Triple };

/** West, south, east, north in degrees of a 3D layer; null where it has no place yet. */
export function solidBox(
  extent: SolidExtent,
  { place }: Pick<SolidStyle, 'place'>,
): [number, number, number, number] | null {
  const around = (longitude: number, latitude: number, metres: number): [number, number, number, number] => {
    const up = metres / metresPerDegree;
    const across = up / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
    return [longitude - across, latitude - up, longitude + across, latitude + up];
  };
  if (extent.kind === 'globe') return around(extent.center[0], extent.center[1], extent.radius);
  if (!place) return null;
  const { low, high } = extent;
  const flat = place.isUpright ? 1 : 2;
  const radius = Math.hypot(high[0] - low[0], high[flat]! - low[flat]!) / 2;
  return around(place.longitude, place.latitude, Math.max(radius * place.scale, 0.5));
}

import type { LegacyEncoding } from '@groma/model';

export type Extent = [west: number, south: number, east: number, north: number];
interface Crs {
  name: string;
  code: string | null;
}

/**
 * What is known of a geodata file. Extents are west, south, east, north in degrees; null where the place on earth is
 * not known.
 */
export interface FileDescription {
  format: string;
  extent: Extent | null;
  layers: {
    name: string;
    geometry: string | null;
    count: number | null;
    crs: Crs | null;
    extent: Extent | null;
    columns: { name: string; type: string }[];
  }[];
  raster: {
    width: number;
    height: number;
    crs: Crs | null;
    pixelSize: [number, number] | null;
    compression: string | null;
    overviews: number;
    bands: { name: string; type: string; nodata: string | null }[];
  } | null;
  /** How names were read, of formats that need not say it; null of others. */
  text: { encoding: LegacyEncoding; isGuessed: boolean } | null;
}

/** The file that is described, and how its text is read; it is found out where nobody says it. */
export type DescriptionRequest = {
  sourcePath: string;
  workFolder: string;
  encoding?: LegacyEncoding | null;
  signal: AbortSignal;
};

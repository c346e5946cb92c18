import proj4, { type Converter } from 'proj4';
import { RasterError } from '../raster-error.ts';
import type { RasterCrs } from '../tiff/geo-keys.ts';

/** Both ways between two coordinate systems; a position that has no counterpart gives numbers that are not finite. */
export interface Projection {
  toSource(x: number, y: number): [x: number, y: number];
  fromSource(x: number, y: number): [x: number, y: number];
}

/** Finds the PROJ string or WKT of an EPSG code. */
export type FindDefinition = (epsg: number) => Promise<string | null>;

/** Definitions that need no table: geographic WGS 84, its web Mercator and its UTM zones. */
export function wellKnownDefinition(epsg: number): string | null {
  if (epsg === 4326) return '+proj=longlat +datum=WGS84 +no_defs';
  if (epsg === 3857 || epsg === 900913) return '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs';
  const zone = epsg % 100;
  const isUtm = (epsg > 32_600 && epsg <= 32_660) || (epsg > 32_700 && epsg <= 32_760);
  return isUtm ? `+proj=utm +zone=${zone} ${epsg > 32_700 ? '+south ' : ''}+datum=WGS84 +units=m +no_defs` : null;
}

/** The definition of the coordinate system of a file. @throws RasterError NO_PLACE where there is none, or none is known */
export async function definitionOf(crs: RasterCrs | null, find: FindDefinition): Promise<string> {
  if (crs === null) throw new RasterError('NO_PLACE', 'The file does not say in which coordinate system it is.');
  if ('proj' in crs) return crs.proj;
  const definition = wellKnownDefinition(crs.epsg) ?? await find(crs.epsg);
  if (definition === null) throw new RasterError('NO_PLACE', `The coordinate system EPSG:${crs.epsg} is not known here.`);
  return definition;
}

/**
 * Between a system that a picture is wanted in and the one of a file.
 * @param target and `source` PROJ strings or WKT
 */
export function projectionBetween(target: string, source: string): Projection {
  let converter: Converter;
  try {
    converter = proj4(target, source);
  } catch (error) {
    throw new RasterError('NO_PLACE', 'The coordinate system of the file cannot be read.', { cause: error });
  }
  return { toSource: (x, y) => guarded(converter.forward, x, y), fromSource: (x, y) => guarded(converter.inverse, x, y) };
}

/** proj4 throws for what is not finite, and for places some projections have not. */
function guarded(convert: (position: [number, number]) => [number, number], x: number, y: number): [number, number] {
  try {
    return convert([x, y]);
  } catch {
    return [NaN, NaN];
  }
}

import type { Directory } from './directory.ts';
import { readText } from './read-values.ts';
import { tag } from './tag-table.ts';

/** The coordinate system of a file: an EPSG code, or a PROJ string where the file spells one out. */
export type RasterCrs = { epsg: number } | { proj: string };

export interface GeoKeys { crs: RasterCrs | null; isPoint: boolean }

const userDefined = 32_767;

/** Numbers of the keys of GeoTIFF 1.1 §7.4 that are read. */
const key = {
  modelType: 1024, rasterType: 1025, geographicType: 2048, geodeticDatum: 2050, ellipsoid: 2056, semiMajor: 2057, semiMinor: 2058, inverseFlattening: 2059, projectedType: 3072, projection: 3074,
  transformation: 3075, linearUnits: 3076, linearUnitSize: 3077, parallel1: 3078, parallel2: 3079, originLongitude: 3080, originLatitude: 3081,
  falseEasting: 3082, falseNorthing: 3083, falseOriginLongitude: 3084, falseOriginLatitude: 3085, falseOriginEasting: 3086, falseOriginNorthing: 3087,
  centreLongitude: 3088, centreLatitude: 3089, centreEasting: 3090, centreNorthing: 3091, scaleAtOrigin: 3092, scaleAtCentre: 3093, straightLongitude: 3095,
} as const;

/** Reads what the GeoTIFF keys say of the coordinate system. Keys that make no system are left out. */
export async function readGeoKeys(directory: Directory): Promise<GeoKeys> {
  const words = await directory.values(tag.geoKeyDirectory);
  if (words.length < 4) return { crs: null, isPoint: false };
  const [doubles, characters] = [await directory.values(tag.geoDoubleParams), await directory.values(tag.geoAsciiParams)];
  const keys = new Map<number, number | string>();
  for (let index = 1; index <= words[3]! && index * 4 + 3 < words.length; index += 1) {
    const [id, place, count, value] = words.slice(index * 4, index * 4 + 4) as [number, number, number, number];
    if (place === 0) keys.set(id, value);
    else if (place === tag.geoDoubleParams) keys.set(id, doubles[value] ?? NaN);
    else if (place === tag.geoAsciiParams) keys.set(id, readText(characters.slice(value, value + count)).replace(/\|$/, ''));
  }
  return { crs: crsOf(keys), isPoint: keys.get(key.rasterType) === 2 };
}

function crsOf(keys: ReadonlyMap<number, number | string>): RasterCrs | null {
  const number = (id: number): number | undefined => {
    const value = keys.get(id);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
  const [projected, geographic] = [number(key.projectedType), number(key.geographicType)];
  if (number(key.modelType) === 1 || (projected !== undefined && number(key.modelType) !== 2)) {
    if (projected !== undefined && projected !== userDefined && projected > 0) return { epsg: projected };
    const proj = projectionOf(number);
    return proj === null ? null : { proj };
  }
  if (geographic !== undefined && geographic !== userDefined && geographic > 0) return { epsg: geographic };
  const shape = ellipsoidOf(number);
  return number(key.modelType) === 2 && shape ? { proj: `+proj=longlat ${shape} +no_defs` } : null;
}

type Read = (id: number) => number | undefined;

/** Datums by the codes of geographic systems that PROJ names itself, and ellipsoids by their axes. */
function ellipsoidOf(number: Read): string | null {
  const datum: Record<number, string> = { 4326: '+datum=WGS84', 4269: '+datum=NAD83', 4267: '+datum=NAD27', 4258: '+ellps=GRS80 +towgs84=0,0,0' };
  const named = datum[number(key.geographicType) ?? 0];
  if (named) return named;
  if (number(key.geodeticDatum) === 6326 || number(key.ellipsoid) === 7030) return '+datum=WGS84';
  if (number(key.ellipsoid) === 7019) return '+ellps=GRS80 +towgs84=0,0,0';
  const [major, minor, inverse] = [number(key.semiMajor), number(key.semiMinor), number(key.inverseFlattening)];
  if (major === undefined) return null;
  return inverse !== undefined && inverse !== 0 ? `+a=${major} +rf=${inverse}` : minor !== undefined ? `+a=${major} +b=${minor}` : null;
}

/** A PROJ string for the methods of GeoTIFF 1.1 annex C that PROJ's small ports know. */
function projectionOf(number: Read): string | null {
  const ellipsoid = ellipsoidOf(number) ?? '+datum=WGS84';
  const pick = (...ids: number[]): number => ids.map(number).find((value) => value !== undefined) ?? 0;
  const [lon, lat] = [pick(key.originLongitude, key.falseOriginLongitude, key.centreLongitude, key.straightLongitude), pick(key.originLatitude, key.falseOriginLatitude, key.centreLatitude)];
  const [east, north] = [pick(key.falseEasting, key.falseOriginEasting, key.centreEasting), pick(key.falseNorthing, key.falseOriginNorthing, key.centreNorthing)];
  const scale = number(key.scaleAtOrigin) ?? number(key.scaleAtCentre) ?? 1;
  const [one, two] = [pick(key.parallel1), pick(key.parallel2)];
  const method: Record<number, string> = {
    1: `+proj=tmerc +lat_0=${lat} +lon_0=${lon} +k=${scale}`, 7: `+proj=merc +lon_0=${lon} +k=${scale}`, 8: `+proj=lcc +lat_1=${one} +lat_2=${two} +lat_0=${lat} +lon_0=${lon}`,
    9: `+proj=lcc +lat_1=${lat} +lat_0=${lat} +lon_0=${lon} +k_0=${scale}`, 10: `+proj=laea +lat_0=${lat} +lon_0=${lon}`, 11: `+proj=aea +lat_1=${one} +lat_2=${two} +lat_0=${lat} +lon_0=${lon}`,
    12: `+proj=aeqd +lat_0=${lat} +lon_0=${lon}`, 15: `+proj=stere +lat_0=${lat < 0 ? -90 : 90} +lat_ts=${lat} +lon_0=${lon}`, 24: `+proj=sinu +lon_0=${lon}`,
  };
  const found = method[number(key.transformation) ?? 0];
  if (!found) return null;
  const unit = unitOf(number);
  return unit === null ? null : `${found} +x_0=${east * unit} +y_0=${north * unit} ${ellipsoid} +to_meter=${unit} +no_defs`;
}

/** Metres of a linear unit: EPSG 9001 metre, 9002 foot, 9003 US survey foot. */
function unitOf(number: Read): number | null {
  const unit = number(key.linearUnits) ?? 9001;
  const metres: Record<number, number> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937 };
  return unit === userDefined ? number(key.linearUnitSize) ?? null : metres[unit] ?? null;
}

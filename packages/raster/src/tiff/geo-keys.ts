import type { Directory } from './directory.ts';
import { readText } from './read-values.ts';
import { tag } from './tag-table.ts';

/** The GeoTIFF keys of a file as they are stored: the directory of keys, and the numbers and texts it points into. */
export interface GeoKeyFields {
  directory: readonly number[];
  doubles: readonly number[];
  letters: readonly number[];
}

/**
 * What the keys of a file say of its coordinate system. `epsg` is its code, where the keys are that code and nothing
 * that would change its meaning; null where they spell a system out, which is for PROJ to understand.
 */
export interface RasterCrs {
  epsg: number | null;
  keys: GeoKeyFields;
}

export interface GeoKeys {
  crs: RasterCrs | null;
  isPoint: boolean;
}

const userDefined = 32_767;
/** Keys of GeoTIFF 1.1 §7.4. */
const key = {
  modelType: 1024,
  rasterType: 1025,
  geographicType: 2048,
  angularUnits: 2054,
  projectedType: 3072,
  linearUnits: 3076,
  lastOfVertical: 5_120,
} as const;
/**
 * Keys beside a code that leave its meaning as it is, for these values: its kind, names, the axes of an ellipsoid, and
 * the units that most codes have. Heights are not read.
 */
const harmless: Readonly<Record<number, readonly number[] | 'any'>> = {
  1024: 'any',
  1025: 'any',
  1026: 'any',
  2048: 'any',
  2049: 'any',
  2054: [9102],
  2057: 'any',
  2058: 'any',
  2059: 'any',
  3072: 'any',
  3073: 'any',
  3076: [9001],
};
const firstVertical = 4_096;

/** Reads what the GeoTIFF keys say of the coordinate system; null where they say nothing of it. */
export async function readGeoKeys(directory: Directory): Promise<GeoKeys> {
  const words = await directory.values(tag.geoKeyDirectory);
  if (words.length < 4) return { crs: null, isPoint: false };
  const fields: GeoKeyFields = {
    directory: words,
    doubles: await directory.values(tag.geoDoubleParams),
    letters: await directory.values(tag.geoAsciiParams),
  };
  const keys = valuesOf(fields);
  const saysSystem = [...keys.keys()].some((id) => id >= key.geographicType && id < firstVertical);
  return {
    crs: saysSystem || keys.has(key.modelType) ? { epsg: codeOf(keys, readText(fields.letters)), keys: fields } : null,
    isPoint: keys.get(key.rasterType) === 2,
  };
}

/** Values of the keys that stand in the directory itself; NaN for those that stand elsewhere. */
function valuesOf({ directory }: GeoKeyFields): Map<number, number> {
  const keys = new Map<number, number>();
  for (let index = 1; index <= directory[3]! && index * 4 + 3 < directory.length; index += 1) {
    const [id, place, , value] = directory.slice(index * 4, index * 4 + 4) as [number, number, number, number];
    keys.set(id, place === 0 ? value : NaN);
  }
  return keys;
}

function codeOf(keys: ReadonlyMap<number, number>, text: string): number | null {
  for (const [id, value] of keys) {
    const allowed = harmless[id];
    const isVertical = id >= firstVertical && id < key.lastOfVertical;
    if (!isVertical && allowed !== 'any' && !allowed?.includes(value)) return null;
  }
  // ESRI's programs put the whole system into a name.
  if (/PE String/i.test(text)) return null;
  const isProjected = keys.has(key.projectedType) && keys.get(key.modelType) !== 2;
  const code = keys.get(isProjected ? key.projectedType : key.geographicType);
  return code !== undefined && code > 0 && code < userDefined ? code : null;
}

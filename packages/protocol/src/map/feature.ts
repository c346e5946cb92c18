import { z } from 'zod';

/**
 * GeoJSON geometries of one kind (RFC 7946), degrees; the wire takes no collections: they are split when a file is
 * imported.
 */
export type WireGeometry =
  | { type: 'Point'; coordinates: number[] }
  | { type: 'MultiPoint' | 'LineString'; coordinates: number[][] }
  | { type: 'MultiLineString' | 'Polygon'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] };

export type WireValue = string | number | boolean | null | WireValue[] | { [key: string]: WireValue };

/** Property under which a feature's id travels in GeoJSON (VEC-001). */
export const fidProperty = 'groma_fid';

const deepestValue = 16;
const nesting = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 } as const;
const leastPositions = {
  Point: 1,
  MultiPoint: 1,
  LineString: 2,
  MultiLineString: 2,
  Polygon: 4,
  MultiPolygon: 4,
} as const;

/** Texts that the record store can hold: no NUL, no half surrogate pair. */
export function isStorableText(text: string): boolean {
  return !/[\p{Cs}\0]/u.test(text);
}

/** Property values are checked by hand: the depth is bounded, and a large edit costs little. */
export const propertyValue = z.custom<WireValue>(
  (value) => isPropertyValue(value, 0),
  'This is not a property value: text without NUL, number, boolean, null, or lists and objects of them, at most 16 deep.',
);

export const wireGeometry = z.custom<WireGeometry>(
  isGeometry,
  'This is not a geometry: points, lines of 2 and closed rings of 4 positions or more, in degrees.',
);

export const columnName = z
  .string()
  .trim()
  .min(1, 'Enter a name for the column.')
  .max(255, 'A column name has at most 255 characters.')
  .refine(
    (name) => isStorableText(name) && name !== fidProperty && name !== '__proto__',
    'This name cannot be used for a column.',
  );

/**
 * A column with the type of its values. 64-bit integers beyond 2^53 − 1 and the doubles NaN, Infinity and -Infinity,
 * which JSON has no number for, are texts; dates and times are ISO 8601.
 */
export const column = z.object({
  name: columnName,
  type: z
    .enum(['integer', 'int64', 'number', 'text', 'boolean', 'json', 'date', 'time', 'datetime', 'datetimetz'])
    .default('text'),
});

export const fid = z.int().min(1).max(2_147_483_647);

/**
 * Features to add. One without an id is new and gets one; one with an id replaces, or brings back, the feature of that
 * id.
 */
export const wireFeature = z.preprocess(
  fromGeoJson,
  z.object({
    fid: fid.nullish(),
    geometry: wireGeometry.nullable(),
    properties: z
      .record(columnName, propertyValue)
      .nullish()
      .transform((properties) => properties ?? {}),
  }),
);

function isPropertyValue(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || depth >= deepestValue) return false;
  if (Array.isArray(value)) return value.every((each) => isPropertyValue(each, depth + 1));
  return Object.entries(value).every(
    ([key, each]) => isStorableText(key) && key !== '__proto__' && isPropertyValue(each, depth + 1),
  );
}

function isGeometry(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { type, coordinates } = value as { type?: unknown; coordinates?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(nesting, type)) return false;
  const name = type as keyof typeof nesting;
  return isNested(coordinates, nesting[name], leastPositions[name]);
}

function isNested(value: unknown, levels: number, least: number): boolean {
  if (levels === 0) return isPosition(value);
  if (!Array.isArray(value)) return false;
  if (levels > 1) return value.length > 0 && value.every((each) => isNested(each, levels - 1, least));
  return value.length >= least && value.every(isPosition) && (least < 4 || isClosed(value as number[][]));
}

/** Longitudes reach one turn beyond the antimeridian, where drawing over it leads. */
function isPosition(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2 || value.length > 4) return false;
  // With an M value the height may be left empty.
  if (!value.every((each, place) => Number.isFinite(each) || (place === 2 && value.length === 4 && each === null)))
    return false;
  return Math.abs(value[0] as number) <= 540 && Math.abs(value[1] as number) <= 90;
}

function isClosed(ring: number[][]): boolean {
  return ring[0]![0] === ring.at(-1)![0] && ring[0]![1] === ring.at(-1)![1];
}

/** A GeoJSON feature carries its id as a property; our own form has it beside the geometry. */
function fromGeoJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || (value as { type?: unknown }).type !== 'Feature') return value;
  const { geometry: shape, properties } = value as { geometry?: unknown; properties?: Record<string, unknown> | null };
  const { [fidProperty]: id, ...rest } = properties ?? {};
  return { fid: id ?? null, geometry: shape ?? null, properties: rest };
}

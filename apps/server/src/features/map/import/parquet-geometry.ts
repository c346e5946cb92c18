import { parquetSchema, type FileMetaData } from 'hyparquet';
import { parseWkb, parseWkt, positionOf, type Geometry, type Position } from '@groma/geo';

/**
 * Where the geometries of a Parquet file stand and how. `crs` is PROJJSON or a name; null where the file says that it
 * is not known.
 */
export type ParquetGeometry = {
  column: string;
  /** Companion columns that say nothing more: boxes, and other geometry columns. */
  left: ReadonlySet<string>;
  crs: Record<string, unknown> | string | null;
  read: (value: unknown) => Geometry | null;
};

type GeoColumn = { encoding?: unknown; crs?: unknown; covering?: { bbox?: Record<string, unknown> } };
type GeoMetadata = { primary_column?: unknown; columns?: Record<string, GeoColumn> };

const lonLat = 'OGC:CRS84';
const NESTING = { point: 0, multipoint: 1, linestring: 1, multilinestring: 2, polygon: 2, multipolygon: 3 } as const;
const NAMES = {
  point: 'Point',
  multipoint: 'MultiPoint',
  linestring: 'LineString',
  multilinestring: 'MultiLineString',
  polygon: 'Polygon',
  multipolygon: 'MultiPolygon',
} as const;

/**
 * The geometry column by the metadata of GeoParquet 1.1, else by the GEOMETRY type of Parquet itself; null where there
 * is none. @throws SyntaxError for metadata that cannot be read.
 */
export function parquetGeometry(metadata: FileMetaData): ParquetGeometry | null {
  const text = metadata.key_value_metadata?.find(({ key }) => key === 'geo')?.value;
  return text === undefined ? byLogicalType(metadata) : byGeoMetadata(JSON.parse(text) as GeoMetadata, metadata);
}

function byGeoMetadata(
  { primary_column: primary, columns = {} }: GeoMetadata,
  metadata: FileMetaData,
): ParquetGeometry | null {
  const present = new Set(parquetSchema(metadata).children.map(({ element }) => element.name));
  const column = typeof primary === 'string' && Object.hasOwn(columns, primary) ? primary : Object.keys(columns)[0];
  if (column === undefined || !present.has(column)) return null;
  const { encoding = 'WKB', crs } = columns[column]!;
  const boxes = Object.values(columns).flatMap(({ covering }) =>
    Object.values(covering?.bbox ?? {}).map((path) => (Array.isArray(path) ? String(path[0]) : '')),
  );
  return {
    column,
    left: new Set([...Object.keys(columns), ...boxes]),
    crs: crs === undefined ? lonLat : (crs as ParquetGeometry['crs']),
    read: readerOf(String(encoding)),
  };
}

function byLogicalType(metadata: FileMetaData): ParquetGeometry | null {
  const columns = parquetSchema(metadata).children.filter(({ element }) =>
    /^GEO(METRY|GRAPHY)$/.test(element.logical_type?.type ?? ''),
  );
  const [first] = columns;
  if (!first) return null;
  const { crs } = first.element.logical_type as { crs?: string };
  return {
    column: first.element.name,
    left: new Set(columns.map(({ element }) => element.name)),
    crs: crs === undefined || crs === '' ? lonLat : jsonOrName(crs),
    read: readerOf('WKB'),
  };
}

function jsonOrName(text: string): Record<string, unknown> | string {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return text;
  }
}

function readerOf(encoding: string): (value: unknown) => Geometry | null {
  const name = encoding.toLowerCase().replace(/^geoarrow\./, '') as keyof typeof NESTING;
  if (Object.hasOwn(NESTING, name))
    return (value) => (value === null || value === undefined ? null : fromNested(name, value));
  if (name === ('wkb' as string)) return (value) => (value instanceof Uint8Array ? parseWkb(value) : null);
  if (name === ('wkt' as string))
    return (value) =>
      value instanceof Uint8Array || typeof value === 'string'
        ? parseWkt(typeof value === 'string' ? value : new TextDecoder().decode(value))
        : null;
  throw new TypeError(`the geometry encoding "${encoding}" cannot be read`);
}

/**
 * GeoArrow as Parquet gives it back: lists of lists of `{ x, y, z, m }`, or of `[x, y, z]` where coordinates are
 * interleaved.
 */
function fromNested(name: keyof typeof NESTING, value: unknown): Geometry | null {
  const coordinates = nested(value, NESTING[name]);
  const first = name === 'point' ? (coordinates as Position)[0] : 0;
  return first === undefined || Number.isNaN(first) || (coordinates as unknown[]).length === 0
    ? null
    : ({ type: NAMES[name], coordinates } as Geometry);
}

function nested(value: unknown, depth: number): unknown {
  if (depth > 0) return Array.isArray(value) ? value.map((each) => nested(each, depth - 1)) : [];
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value as ArrayLike<number>).slice(0, 3);
  const { x, y, z, m } = value as { x: number; y: number; z?: number | null; m?: number | null };
  return positionOf(x, y, z ?? NaN, m ?? NaN);
}

/**
 * `EPSG:32633` and the like for what names its authority, the text of the definition for what does not; null for
 * longitude and latitude of WGS 84.
 */
export function crsDefinition(crs: Exclude<ParquetGeometry['crs'], null>): string | null {
  const id = typeof crs === 'string' ? crs : authorityOf(crs);
  if (id !== null && /^(?:srid:|urn:ogc:def:crs:)?(?:OGC:+(?:1\.3:)?CRS84h?|EPSG:+(?:4326|4979))$/i.test(id))
    return null;
  if (typeof crs === 'string') return crs.replace(/^srid:(\d+)$/, 'EPSG:$1').replace(/^projjson:.*/, '');
  return id ?? JSON.stringify(crs);
}

function authorityOf(crs: Record<string, unknown>): string | null {
  const { authority, code } = (crs['id'] ?? {}) as { authority?: unknown; code?: unknown };
  return typeof authority === 'string' && (typeof code === 'string' || typeof code === 'number')
    ? `${authority}:${code}`
    : null;
}

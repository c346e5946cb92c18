import { emptyBbox, extendBbox, type Bbox, type Position } from './coordinate.ts';

/** GeoJSON geometries (RFC 7946), coordinates in degrees. */
export type Point = { type: 'Point'; coordinates: Position };
export type MultiPoint = { type: 'MultiPoint'; coordinates: Position[] };
export type LineString = { type: 'LineString'; coordinates: Position[] };
export type MultiLineString = { type: 'MultiLineString'; coordinates: Position[][] };
export type Polygon = { type: 'Polygon'; coordinates: Position[][] };
export type MultiPolygon = { type: 'MultiPolygon'; coordinates: Position[][][] };
export type SimpleGeometry = Point | MultiPoint | LineString | MultiLineString | Polygon | MultiPolygon;
export type GeometryCollection = { type: 'GeometryCollection'; geometries: Geometry[] };
export type Geometry = SimpleGeometry | GeometryCollection;

/** What a layer part is drawn as; `none` is a row without geometry. */
export type GeometryKind = 'point' | 'line' | 'polygon' | 'none';

/** The values a feature's properties may hold: those of JSON. */
export type PropertyValue = string | number | boolean | null | PropertyValue[] | { [key: string]: PropertyValue };
export type Properties = { [name: string]: PropertyValue };

/** The property under which a feature's id travels in GeoJSON (VEC-001). */
export const FID_PROPERTY = 'groma_fid';

/** A feature of a layer: `fid` is its positive 32-bit id within the layer. */
export type LayerFeature = { fid: number; geometry: SimpleGeometry | null; properties: Properties };

const KINDS = {
  Point: 'point',
  MultiPoint: 'point',
  LineString: 'line',
  MultiLineString: 'line',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
} as const;

/** The kind a geometry is drawn as; a null geometry is `none`. */
export function geometryKind(geometry: SimpleGeometry | null): GeometryKind {
  return geometry ? KINDS[geometry.type] : 'none';
}

/** A geometry as the member list of its kind: a polygon is a multipolygon of one. */
export function geometryMembers(geometry: SimpleGeometry): Position[] | Position[][] | Position[][][] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'LineString':
      return [geometry.coordinates];
    case 'Polygon':
      return [geometry.coordinates];
    default:
      return geometry.coordinates;
  }
}

/** Calls `visit` for each position of a geometry, in order. */
export function forEachPosition(geometry: Geometry | null, visit: (position: Position) => void): void {
  if (!geometry) return;
  if (geometry.type === 'GeometryCollection') {
    for (const member of geometry.geometries) forEachPosition(member, visit);
    return;
  }
  const walk = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) return;
    if (typeof coordinates[0] === 'number') visit(coordinates as Position);
    else for (const inner of coordinates) walk(inner);
  };
  walk(geometry.coordinates);
}

/** The box around a geometry in degrees; empty (see `isEmptyBbox`) where it has no position. */
export function geometryBbox(geometry: Geometry | null): Bbox {
  const bbox = emptyBbox();
  forEachPosition(geometry, (position) => extendBbox(bbox, position[0]!, position[1]!));
  return bbox;
}

/**
 * Splits a geometry into simple ones, at most one of each kind: the members of a collection that share a kind are
 * joined into one multi geometry (a single one stays simple), so that a collection of polygons stays one feature.
 */
export function splitByKind(geometry: Geometry | null): (SimpleGeometry | null)[] {
  if (!geometry) return [null];
  if (geometry.type !== 'GeometryCollection') return [geometry];
  const members = { point: [] as Position[], line: [] as Position[][], polygon: [] as Position[][][] };
  collectMembers(geometry, members);
  const parts: SimpleGeometry[] = [];
  const [point, line, polygon] = [members.point, members.line, members.polygon];
  if (point.length)
    parts.push(
      point.length === 1 ? { type: 'Point', coordinates: point[0]! } : { type: 'MultiPoint', coordinates: point },
    );
  if (line.length)
    parts.push(
      line.length === 1
        ? { type: 'LineString', coordinates: line[0]! }
        : { type: 'MultiLineString', coordinates: line },
    );
  if (polygon.length)
    parts.push(
      polygon.length === 1
        ? { type: 'Polygon', coordinates: polygon[0]! }
        : { type: 'MultiPolygon', coordinates: polygon },
    );
  return parts.length ? parts : [null];
}

function collectMembers(
  geometry: Geometry,
  members: { point: Position[]; line: Position[][]; polygon: Position[][][] },
): void {
  if (geometry.type === 'GeometryCollection') {
    for (const member of geometry.geometries) collectMembers(member, members);
    return;
  }
  const kind = KINDS[geometry.type];
  for (const member of geometryMembers(geometry)) (members[kind] as unknown[]).push(member);
}

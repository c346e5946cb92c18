import { reprojectToDegrees, type Geometry } from '@groma/geo';
import { describeCrs } from '../../../platform/gdal/describe-crs.ts';
import { ImportError } from './import-error.ts';
import type { LayerWriter } from './layer-writer.ts';

export type Project = (position: [number, number]) => [number, number];

/** A function from coordinates of a system (`EPSG:32633`, PROJJSON, WKT) to degrees. Throws `ImportError` where it is not known. */
export async function projectionToDegrees(crs: string, fileName: string, signal: AbortSignal): Promise<Project> {
  const definition = await describeCrs(crs, 'proj4', signal);
  if (definition === null) throw new ImportError('unknown-crs', fileName, crs.slice(0, 100));
  return reprojectToDegrees(definition);
}

/** A geometry with every position brought to another system; heights stay as they are. */
function projectGeometry(geometry: Geometry, project: Project): Geometry {
  const walk = (coordinates: unknown): unknown =>
    Array.isArray(coordinates) && typeof coordinates[0] === 'number' ? [...project([coordinates[0], coordinates[1] as number]), ...coordinates.slice(2)] : (coordinates as unknown[]).map(walk);
  if (geometry.type === 'GeometryCollection') return { ...geometry, geometries: geometry.geometries.map((member) => projectGeometry(member, project)) };
  return { ...geometry, coordinates: walk(geometry.coordinates) } as Geometry;
}

/** Gives a feature to a writer with its geometry brought to degrees; one that the projection has no place for is left out. */
export function addProjected(writer: LayerWriter, geometry: Geometry | null, project: Project | null, properties: Record<string, unknown>, row = writer.count + 1): void {
  let projected = geometry;
  try {
    if (geometry && project) projected = projectGeometry(geometry, project);
  } catch (error) {
    // The library refuses what is not finite, and what is no list of numbers.
    return writer.leave(row, isFinitePlace(geometry) ? 'outside-crs' : 'unreadable-geometry', (error as Error).message, { geometry, properties });
  }
  if (project && !isFinitePlace(projected)) return writer.leave(row, 'outside-crs', 'its coordinates cannot be brought to longitude and latitude', { geometry, properties });
  writer.add(projected, properties, row);
}

/** Whether all positions of a geometry are finite. */
function isFinitePlace(geometry: Geometry | null): boolean {
  if (geometry === null) return true;
  if (geometry.type === 'GeometryCollection') return geometry.geometries.every(isFinitePlace);
  // A height that is none costs the place nothing.
  const isFinite = (value: unknown): boolean => (Array.isArray(value) ? (typeof value[0] === 'number' ? value.slice(0, 2) : value).every(isFinite) : Number.isFinite(value));
  return isFinite(geometry.coordinates);
}

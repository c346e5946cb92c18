import { reprojectToDegrees, type Geometry } from '@groma/geo';
import { describeCrs } from '../../../platform/gdal/describe-crs.ts';
import { ImportError } from './import-error.ts';

type Project = (position: [number, number]) => [number, number];

/** A function from coordinates of a system (`EPSG:32633`, PROJJSON, WKT) to degrees. Throws `ImportError` where it is not known. */
export async function projectionToDegrees(crs: string, fileName: string, signal: AbortSignal): Promise<Project> {
  const definition = await describeCrs(crs, 'proj4', signal);
  if (definition === null) throw new ImportError('unknown-crs', fileName, crs.slice(0, 100));
  return reprojectToDegrees(definition);
}

/** A geometry with every position brought to another system; heights stay as they are. */
export function projectGeometry(geometry: Geometry, project: Project): Geometry {
  const walk = (coordinates: unknown): unknown =>
    Array.isArray(coordinates) && typeof coordinates[0] === 'number' ? [...project([coordinates[0], coordinates[1] as number]), ...coordinates.slice(2)] : (coordinates as unknown[]).map(walk);
  if (geometry.type === 'GeometryCollection') return { ...geometry, geometries: geometry.geometries.map((member) => projectGeometry(member, project)) };
  return { ...geometry, coordinates: walk(geometry.coordinates) } as Geometry;
}

import { forEachPosition, type Geometry, type Projection } from '@groma/geo';
import { findProjection } from '../../../platform/gdal/find-projection.ts';
import { ImportError } from './import-error.ts';

/** Positions that are brought to degrees at once: enough that the way to PROJ and back costs little, few enough for the memory. */
const positionsAtOnce = 20_000;

/** The way from a system (`EPSG:32633`, PROJJSON, WKT) to degrees. @throws ImportError where it is not known, GdalMissing */
export async function projectionToDegrees(crs: string, fileName: string, signal: AbortSignal): Promise<Projection> {
  const projection = await findProjection(crs, signal);
  if (projection === null) throw new ImportError('unknown-crs', fileName, crs.slice(0, 100));
  return projection;
}

interface Waiting { geometry: Geometry | null; properties: Record<string, unknown> }

/** Hands features on with their positions in degrees, in their order; heights stay as they are. */
export class ProjectedFeatures {
  readonly #projection: Projection | null;
  readonly #add: (geometry: Geometry | null, properties: Record<string, unknown>) => void;
  #waiting: Waiting[] = [];
  #positions = 0;

  /** @param projection null where positions are degrees already */
  constructor(projection: Projection | null, add: (geometry: Geometry | null, properties: Record<string, unknown>) => void) {
    this.#projection = projection;
    this.#add = add;
  }

  /** Takes a feature; some wait until there are enough of them, or `end` is called. */
  async add(geometry: Geometry | null, properties: Record<string, unknown>): Promise<void> {
    if (!this.#projection) return this.#add(geometry, properties);
    this.#waiting.push({ geometry, properties });
    if (geometry) forEachPosition(geometry, () => { this.#positions += 1; });
    if (this.#positions >= positionsAtOnce || this.#waiting.length >= positionsAtOnce) await this.end();
  }

  async end(): Promise<void> {
    const [waiting, count] = [this.#waiting, this.#positions];
    [this.#waiting, this.#positions] = [[], 0];
    if (waiting.length === 0) return;
    const positions = new Float64Array(count * 2);
    let at = 0;
    for (const { geometry } of waiting) {
      if (geometry) forEachPosition(geometry, ([x, y]) => { positions.set([x, y], at); at += 2; });
    }
    const degrees = await this.#projection!.toDegrees(positions);
    let next = 0;
    const take = (): [number, number] => {
      next += 2;
      return [degrees[next - 2]!, degrees[next - 1]!];
    };
    for (const { geometry, properties } of waiting) this.#add(geometry && placed(geometry, take), properties);
  }
}

/** A geometry whose positions come from elsewhere, in the order of `forEachPosition`. */
function placed(geometry: Geometry, take: () => [number, number]): Geometry {
  const walk = (coordinates: unknown): unknown =>
    Array.isArray(coordinates) && typeof coordinates[0] === 'number' ? [...take(), ...coordinates.slice(2)] : (coordinates as unknown[]).map(walk);
  if (geometry.type === 'GeometryCollection') return { ...geometry, geometries: geometry.geometries.map((member) => placed(member, take)) };
  return { ...geometry, coordinates: walk(geometry.coordinates) } as Geometry;
}

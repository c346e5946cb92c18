import { forEachPosition, type Geometry, type Projection } from '@groma/geo';
import { findProjection } from '../../../platform/gdal/find-projection.ts';
import { ImportError } from './import-error.ts';
import type { LayerWriter } from './layer-writer.ts';

/**
 * Positions that are brought to degrees at once: enough that the way to PROJ and back costs little, few enough for the
 * memory.
 */
const positionsAtOnce = 20_000;

/**
 * The way from a system (`EPSG:32633`, PROJJSON, WKT) to degrees.
 * @throws ImportError where it is not known, GdalMissing
 */
export async function projectionToDegrees(crs: string, fileName: string, signal: AbortSignal): Promise<Projection> {
  const projection = await findProjection(crs, signal);
  if (projection === null) throw new ImportError('unknown-crs', fileName, crs.slice(0, 100));
  return projection;
}

interface Waiting {
  geometry: Geometry | null;
  properties: Record<string, unknown>;
  row: number;
}

/**
 * Gives features to a writer with their positions in degrees, in their order; heights stay as they are. One that the
 * projection has no place for is left out.
 */
export class ProjectedFeatures {
  readonly #projection: Projection | null;
  readonly #writer: LayerWriter;
  #waiting: Waiting[] = [];
  #positions = 0;

  /** @param projection null where positions are degrees already */
  constructor(projection: Projection | null, writer: LayerWriter) {
    this.#projection = projection;
    this.#writer = writer;
  }

  /** Takes a feature by the number of its row; some wait until there are enough of them, or `end` is called. */
  async add(geometry: Geometry | null, properties: Record<string, unknown>, row: number): Promise<void> {
    if (!this.#projection) return this.#writer.add(geometry, properties, row);
    let positions = 0;
    try {
      if (geometry)
        forEachPosition(geometry, () => {
          positions += 1;
        });
    } catch (error) {
      return this.#writer.leave(row, 'unreadable-geometry', (error as Error).message, { geometry, properties });
    }
    this.#waiting.push({ geometry, properties, row });
    this.#positions += positions;
    if (this.#positions >= positionsAtOnce || this.#waiting.length >= positionsAtOnce) await this.end();
  }

  async end(): Promise<void> {
    const [waiting, count] = [this.#waiting, this.#positions];
    [this.#waiting, this.#positions] = [[], 0];
    if (waiting.length === 0) return;
    const positions = new Float64Array(count * 2);
    let at = 0;
    for (const { geometry } of waiting) {
      if (geometry)
        forEachPosition(geometry, ([x, y]) => {
          positions.set([x, y], at);
          at += 2;
        });
    }
    const degrees = await this.#projection!.toDegrees(positions);
    let next = 0;
    const take = (): [number, number] => {
      next += 2;
      return [degrees[next - 2]!, degrees[next - 1]!];
    };
    for (const { geometry, properties, row } of waiting) {
      const projected = geometry && placed(geometry, take);
      if (isFinitePlace(projected)) this.#writer.add(projected, properties, row);
      else
        this.#writer.leave(row, 'outside-crs', 'its coordinates cannot be brought to longitude and latitude', {
          geometry,
          properties,
        });
    }
  }
}

/** A geometry whose positions come from elsewhere, in the order of `forEachPosition`. */
function placed(geometry: Geometry, take: () => [number, number]): Geometry {
  const walk = (coordinates: unknown): unknown =>
    Array.isArray(coordinates) && typeof coordinates[0] === 'number'
      ? [...take(), ...coordinates.slice(2)]
      : (coordinates as unknown[]).map(walk);
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map((member) => placed(member, take)) };
  return { ...geometry, coordinates: walk(geometry.coordinates) } as Geometry;
}

/** Whether all positions of a geometry are finite. */
function isFinitePlace(geometry: Geometry | null): boolean {
  let isFinite = true;
  if (geometry)
    forEachPosition(geometry, ([x, y]) => {
      isFinite &&= Number.isFinite(x) && Number.isFinite(y);
    });
  return isFinite;
}

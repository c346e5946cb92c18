import { GromaError, limit, type CompositeRecipe } from '@groma/model';
import { gridOver, type CompositeGrid } from '@groma/raster';
import type { PlacedFile } from '../pool/raster-task.ts';
import { systemBy, type RasterSystem } from '../source/find-system.ts';

/**
 * Pieces that an edge of an area is taken in: it is straight in degrees, and a curve elsewhere. Edges of rings with
 * many corners are short.
 */
const pieces = 16;
const manyCorners = 1_000;
/** How much longer or shorter than a metre the unit of a system may be. */
const metreSlack = 0.1;
const metresPerDegree = 111_320;

/** The pixels of a composite, and its area among them. */
export interface PlannedGrid {
  grid: CompositeGrid;
  clip: Float64Array[][];
}

/**
 * The pixels that cover an area: in the system of the first file where that is in metres, and on its pixels where they
 * are as large as wanted; else in the zone of UTM of the middle of the area, or of the poles.
 * @throws GromaError DATASET_AREA_LARGE, UNAVAILABLE
 */
export async function planGrid(
  area: CompositeRecipe['area'],
  scale: number,
  first: PlacedFile,
  bands: number,
): Promise<PlannedGrid> {
  const rings = area.flat();
  const middle = middleOf(rings);
  const own = first.system !== null && /^EPSG:\d{4,5}$/.test(first.system) ? await systemBy(first.system) : null;
  const system = own && (await isInMetres(own, middle)) ? own : (await systemBy(utmOf(middle)))!;
  const clip = await projectArea(area, system);
  const isOnPixels = system === own && first.corner !== null && Math.abs(first.pixel / scale - 1) < 1e-6;
  const grid = gridOver(
    system.definition,
    extentOf(clip.flat()),
    isOnPixels ? first.pixel : scale,
    isOnPixels ? first.corner! : { x: 0, y: 0 },
  );
  if (grid.width * grid.height * bands > limit.conversionPixels)
    throw new GromaError('DATASET_AREA_LARGE', { width: grid.width, height: grid.height });
  return { grid, clip };
}

/** An area in units of a system. */
export function projectArea(area: CompositeRecipe['area'], system: RasterSystem): Promise<Float64Array[][]> {
  return Promise.all(area.map((rings) => Promise.all(rings.map((ring) => projected(ring, system)))));
}

async function projected(
  ring: CompositeRecipe['area'][number][number],
  { projection }: RasterSystem,
): Promise<Float64Array> {
  const positions: number[] = [];
  for (const [at, [x, y]] of ring.entries()) {
    const [toX, toY] = ring[(at + 1) % ring.length]!;
    const count = toX === x && toY === y ? 0 : ring.length > manyCorners ? 1 : pieces;
    for (let piece = 0; piece < count; piece++)
      positions.push(x + ((toX - x) * piece) / count, y + ((toY - y) * piece) / count);
  }
  const found = await projection.fromDegrees(Float64Array.from(positions));
  if (!found.every(Number.isFinite))
    throw new GromaError('BAD_INPUT', { detail: 'clipGeometry: it lies where the images have no place.' });
  return found;
}

function extentOf(rings: readonly Float64Array[]): [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      [west, east] = [Math.min(west, ring[at]!), Math.max(east, ring[at]!)];
      [south, north] = [Math.min(south, ring[at + 1]!), Math.max(north, ring[at + 1]!)];
    }
  return [west, south, east, north];
}

function middleOf(rings: CompositeRecipe['area'][number]): [longitude: number, latitude: number] {
  const [west, south, east, north] = extentOf(rings.map((ring) => Float64Array.from(ring.flat())));
  return [(west + east) / 2, (south + north) / 2];
}

/** Whether a step of 1,000 units to the north is about a kilometre. */
async function isInMetres({ projection }: RasterSystem, [longitude, latitude]: [number, number]): Promise<boolean> {
  if (projection.isGeographic) return false;
  const from = await projection.fromDegrees(Float64Array.of(longitude, latitude));
  const back = await projection.toDegrees(Float64Array.of(from[0]!, from[1]!, from[0]!, from[1]! + 1_000));
  const across = (back[2]! - back[0]!) * Math.cos((latitude * Math.PI) / 180);
  const metres = Math.hypot(across, back[3]! - back[1]!) * metresPerDegree;
  return Math.abs(metres / 1_000 - 1) < metreSlack;
}

function utmOf([longitude, latitude]: [number, number]): string {
  if (Math.abs(latitude) > 84) return latitude > 0 ? 'EPSG:3413' : 'EPSG:3031';
  const zone = (((Math.floor((longitude + 180) / 6) % 60) + 60) % 60) + 1;
  return `EPSG:${(latitude < 0 ? 32_700 : 32_600) + zone}`;
}

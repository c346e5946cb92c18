import type { Projection } from '@groma/geo';
import { applyAffine, invertAffine, type RasterFile } from '@groma/raster';

export type Bounds = [west: number, south: number, east: number, north: number];

/**
 * Places along each side of the raster whose degrees are compared: its edges are curves there, and may have no place at
 * all.
 */
const steps = 21;
const world: Bounds = [-180, -90, 180, 90];
/** A world whose pixels are centred on its edges misses less than this. */
const wholeTurn = 359;

/**
 * Where a raster lies, in degrees. One that crosses the antimeridian has an east beyond 180: from 170 to 190, not round
 * the world.
 */
export async function boundsOf(
  file: Pick<RasterFile, 'width' | 'height' | 'transform'>,
  projection: Projection,
): Promise<Bounds> {
  const degrees = await projection.toDegrees(places(file));
  const [west, east] = spread(degrees);
  let [south, north] = [Infinity, -Infinity];
  for (let at = 1; at < degrees.length; at += 2) {
    const latitude = degrees[at]!;
    if (Number.isFinite(latitude)) [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  if (west > east) return world;
  [south, north] = [Math.max(-90, south), Math.min(90, north)];
  const poles = projection.isGeographic ? [] : await polesIn(file, projection);
  if (poles.length > 0 || east - west >= wholeTurn)
    return [-180, Math.min(south, ...poles), 180, Math.max(north, ...poles)];
  const turns = Math.floor((west + 180) / 360) * 360;
  return [west - turns, south, east - turns, north];
}

/** Coordinates of places all over the raster, row by row. */
function places({ width, height, transform }: Pick<RasterFile, 'width' | 'height' | 'transform'>): Float64Array {
  const found = new Float64Array(steps * steps * 2);
  for (let place = 0; place < steps * steps; place += 1) {
    found.set(
      applyAffine(
        transform!,
        ((place % steps) / (steps - 1)) * width,
        (Math.floor(place / steps) / (steps - 1)) * height,
      ),
      place * 2,
    );
  }
  return found;
}

/**
 * West and east of places on a grid. Each longitude is taken by the turn that is nearest to the one before it, the
 * first of a row to the first of the row before.
 */
function spread(degrees: Float64Array): [west: number, east: number] {
  let [west, east, rowStart] = [Infinity, -Infinity, NaN];
  for (let row = 0; row < steps; row += 1) {
    let before = rowStart;
    let isFirst = true;
    for (let column = 0; column < steps; column += 1) {
      const longitude = degrees[(row * steps + column) * 2]!;
      if (!Number.isFinite(longitude)) continue;
      before = Number.isNaN(before) ? longitude : longitude + Math.round((before - longitude) / 360) * 360;
      if (isFirst) rowStart = before;
      isFirst = false;
      [west, east] = [Math.min(west, before), Math.max(east, before)];
    }
  }
  return [west, east];
}

/** Poles that lie within a projected raster: no edge comes near them. */
async function polesIn(
  { width, height, transform }: Pick<RasterFile, 'width' | 'height' | 'transform'>,
  projection: Projection,
): Promise<number[]> {
  const toPixel = invertAffine(transform!);
  const poles = await projection.fromDegrees(Float64Array.of(0, -90, 0, 90));
  return [-90, 90].filter((_, index) => {
    const [column, row] = applyAffine(toPixel, poles[index * 2]!, poles[index * 2 + 1]!);
    return column >= 0 && row >= 0 && column <= width && row <= height;
  });
}

import { applyAffine, invertAffine, RasterError, type PixelWindow } from '@groma/raster';
import { requireSystem, type OpenRaster } from './open-raster.ts';

/** Steps along each edge of a box: its edges are curves among the pixels. */
const edgeSteps = 21;

/** What is said where a box has nothing of a raster. */
export const outsideBox = 'No part of the raster is in this box.';

/**
 * The pixels of a raster that lie in a box of degrees (west, south, east, north).
 * @throws RasterError NO_PLACE, BAD_REQUEST where none does
 */
export async function windowOfBox(
  raster: OpenRaster,
  [west, south, east, north]: readonly [number, number, number, number],
): Promise<PixelWindow> {
  const { projection } = requireSystem(raster);
  const places: number[] = [];
  for (let step = 0; step < edgeSteps; step += 1) {
    const part = step / (edgeSteps - 1);
    const [longitude, latitude] = [west + (east - west) * part, south + (north - south) * part];
    places.push(longitude, south, longitude, north, west, latitude, east, latitude);
  }
  const found = await projection.fromDegrees(Float64Array.from(places));
  if (!projection.isGeographic) return within(raster, pixelsOf(raster, found, 0)) ?? refuse();
  // Longitudes are found by whole turns, each for itself: they are brought beside each other again.
  for (let at = 2; at < found.length; at += 2)
    found[at]! -= Math.round((found[at]! - found[0]! - (places[at]! - places[0]!)) / 360) * 360;
  const turns = [-360, 0, 360].flatMap((turn) => within(raster, pixelsOf(raster, found, turn)) ?? []);
  return turns.length === 0 ? refuse() : turns.reduce(around);
}

function refuse(): never {
  throw new RasterError('BAD_REQUEST', outsideBox);
}

type Sides = [left: number, top: number, right: number, bottom: number];

/** The columns and rows that places in the system of a raster reach to, after a turn around the earth. */
function pixelsOf({ file }: OpenRaster, found: Float64Array, turn: number): Sides {
  const toPixel = invertAffine(file.transform!);
  let [left, top, right, bottom]: Sides = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < found.length; at += 2) {
    const [column, row] = applyAffine(toPixel, found[at]! + turn, found[at + 1]!);
    if (!Number.isFinite(column) || !Number.isFinite(row)) continue;
    [left, top, right, bottom] = [
      Math.min(left, column),
      Math.min(top, row),
      Math.max(right, column),
      Math.max(bottom, row),
    ];
  }
  return [left, top, right, bottom];
}

/** The pixels of a raster between such sides; null where there are none. */
function within({ file }: OpenRaster, [left, top, right, bottom]: Sides): PixelWindow | null {
  const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
  const [width, height] = [Math.min(file.width, Math.ceil(right)) - x, Math.min(file.height, Math.ceil(bottom)) - y];
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

function around(one: PixelWindow, other: PixelWindow): PixelWindow {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

import { applyAffine, invertAffine, RasterError, type PixelWindow } from '@groma/raster';
import { requireSystem, type OpenRaster } from './open-raster.ts';

/** Steps along each edge of a box: its edges are curves among the pixels. */
const edgeSteps = 21;

/**
 * The pixels of a raster that lie in a box of degrees (west, south, east, north).
 * @throws RasterError NO_PLACE, BAD_REQUEST where none does
 */
export async function windowOfBox(
  raster: OpenRaster,
  [west, south, east, north]: readonly [number, number, number, number],
): Promise<PixelWindow> {
  const { file } = raster;
  const { projection } = requireSystem(raster);
  const toPixel = invertAffine(file.transform!);
  const places: number[] = [];
  for (let step = 0; step < edgeSteps; step += 1) {
    const part = step / (edgeSteps - 1);
    const [longitude, latitude] = [west + (east - west) * part, south + (north - south) * part];
    places.push(longitude, south, longitude, north, west, latitude, east, latitude);
  }
  const found = await projection.fromDegrees(Float64Array.from(places));
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < found.length; at += 2) {
    const [column, row] = applyAffine(toPixel, found[at]!, found[at + 1]!);
    if (!Number.isFinite(column) || !Number.isFinite(row)) continue;
    [left, top, right, bottom] = [
      Math.min(left, column),
      Math.min(top, row),
      Math.max(right, column),
      Math.max(bottom, row),
    ];
  }
  const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
  const [width, height] = [Math.min(file.width, Math.ceil(right)) - x, Math.min(file.height, Math.ceil(bottom)) - y];
  if (!(width > 0 && height > 0)) throw new RasterError('BAD_REQUEST', 'No part of the raster is in this box.');
  return { x, y, width, height };
}

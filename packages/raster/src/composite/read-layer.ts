import { letGo } from '../image/let-go.ts';
import { readWindowValues } from '../image/read-values.ts';
import { readWindow } from '../image/read-window.ts';
import { sampleBytes } from '../image/sample-type.ts';
import type { PixelWindow } from '../image/tiff-image.ts';
import type { RasterFile } from '../raster-file.ts';
import type { Resampling } from '../warp/kernel.ts';
import type { Target } from '../warp/pixel-grid.ts';
import { readPicture } from '../warp/read-picture.ts';
import type { Values } from '../warp/resample.ts';
import type { PlacedBand } from './composite-scene.ts';

/** Part of a grid: its place in the units of its system, and its size in pixels. */
export interface GridTarget extends Target {
  /** Bands with the same text need no projection. */
  system: string;
}

/** How far the pixels of a file may lie beside those of a grid, in pixels, so that they are taken as they are. */
const slack = 1e-3;
/** How many pixels of the source one of the grid covers from which on they are averaged. */
const coarser = 1.5;

/**
 * The values of a band on the pixels of a grid, as they are stored; NaN where there is none. Where its pixels are those
 * of the grid they are read as they are; else the nearest is taken or, with `averages`, where the grid is coarser, the
 * mean of those that a pixel covers. Overviews are used.
 * @throws RasterError DAMAGED, UNSUPPORTED, NO_PLACE; the reason of `signal`
 */
export async function readLayer(
  placed: PlacedBand,
  target: GridTarget,
  { averages, signal }: { averages: boolean; signal?: AbortSignal | undefined },
): Promise<Values> {
  const file = placed.nodata === undefined ? placed.file : { ...placed.file, nodata: placed.nodata };
  const isSame = placed.system === target.system;
  const place = isSame ? placeOn(file, target) : null;
  if (place) return readAsStored(file, placed.band, target, place, signal);
  const { width, height, bands, valid } = await readPicture(
    file,
    isSame ? { ...target, toDegrees: asTheyAre } : target,
    isSame ? { fromDegrees: asTheyAre } : placed.projection,
    { bands: [placed.band], resampling: resamplingOf(file, target, isSame && averages), ...(signal && { signal }) },
  );
  const values = bands[0]!;
  for (let at = 0; at < width * height; at++) if (valid[at] === 0) values[at] = NaN;
  return values;
}

const asTheyAre = (positions: Float64Array): Promise<Float64Array> => Promise.resolve(positions);

function resamplingOf({ transform }: RasterFile, { west, east, width }: GridTarget, averages: boolean): Resampling {
  if (!averages || !transform) return 'nearest';
  return (east - west) / width > coarser * Math.hypot(transform.a, transform.d) ? 'average' : 'nearest';
}

/** Where a grid begins among the pixels of a file, where both have the same; else null. */
function placeOn({ transform }: RasterFile, target: GridTarget): { x: number; y: number } | null {
  if (!transform || transform.b !== 0 || transform.d !== 0) return null;
  const { west, east, north, south, width, height } = target;
  const [across, down] = [(east - west) / width, (south - north) / height];
  const [x, y] = [(west - transform.c) / transform.a, (north - transform.f) / transform.e];
  const isEqual = (one: number, other: number, count: number): boolean => Math.abs(one / other - 1) * count < slack;
  const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < slack;
  return isEqual(across, transform.a, width) && isEqual(down, transform.e, height) && isWhole(x) && isWhole(y)
    ? { x: Math.round(x), y: Math.round(y) }
    : null;
}

async function readAsStored(
  file: RasterFile,
  band: number,
  { width, height }: GridTarget,
  place: { x: number; y: number },
  signal: AbortSignal | undefined,
): Promise<Values> {
  const out = isExact(file) ? new Float32Array(width * height) : new Float64Array(width * height);
  const [x, y] = [Math.max(0, place.x), Math.max(0, place.y)];
  const window = {
    x,
    y,
    width: Math.min(file.width, place.x + width) - x,
    height: Math.min(file.height, place.y + height) - y,
  };
  const isWhole = window.width === width && window.height === height;
  if (!isWhole) out.fill(NaN);
  if (window.width <= 0 || window.height <= 0) return out;
  const { values, valid } = await readPixels(file, window, band, signal);
  const none = file.nodata !== null && values instanceof Float32Array ? Math.fround(file.nodata) : file.nodata;
  for (let row = 0, from = 0; row < window.height; row++) {
    let to = (y - place.y + row) * width + x - place.x;
    for (let column = 0; column < window.width; column++, from++, to++) {
      const value = values[from]!;
      out[to] = value === none || value - value !== 0 || (valid && valid[from] === 0) ? NaN : value;
    }
  }
  letGo(values);
  return out;
}

async function readPixels(file: RasterFile, window: PixelWindow, band: number, signal: AbortSignal | undefined) {
  const [{ image, mask }] = file.levels as [RasterFile['levels'][number]];
  if (mask || file.alpha !== null) return (await readWindowValues(file, window, [band], signal))[0]!;
  const { bands, stored } = await readWindow(image, window, [band], signal);
  return { values: bands[0]!, valid: stored };
}

/** Whether 32 bits hold each value. */
function isExact({ layout: { type } }: RasterFile): boolean {
  return sampleBytes[type] <= 2 || type === 'float32';
}

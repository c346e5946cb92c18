import type { RasterFile } from '../raster-file.ts';
import { readWindow } from './read-window.ts';
import type { Samples } from './sample-type.ts';
import type { PixelWindow } from './tiff-image.ts';

/** The values of one band in a window, by rows; `valid` is 0 where there is none, and null where all are there. */
export interface WindowValues {
  values: Samples;
  valid: Uint8Array | null;
}

/**
 * Reads bands of a window pixel by pixel, as the file has them. No value is what the file calls nodata, NaN and
 * infinities, what lies in a block that was left out, and what its mask or alpha leaves out.
 * @param window inside the image
 * @param bands from 0
 * @throws RasterError DAMAGED, UNSUPPORTED, TOO_LARGE; the reason of `signal`
 */
export async function readWindowValues(
  { levels, alpha, nodata, layout: { type } }: RasterFile,
  window: PixelWindow,
  bands: readonly number[],
  signal?: AbortSignal,
): Promise<WindowValues[]> {
  const { image, mask } = levels[0]!;
  const wanted = alpha === null ? bands : [...bands, alpha];
  const [read, masked] = await Promise.all([
    readWindow(image, window, wanted, signal),
    mask && readWindow(mask, window, [0], signal),
  ]);
  const outside = [read.stored, masked?.bands[0], alpha === null ? null : read.bands.at(-1)].filter(
    (each) => each !== null && each !== undefined,
  );
  const none = nodata !== null && (type === 'float32' || type === 'float16') ? Math.fround(nodata) : nodata;
  return bands.map((_, at) => ({ values: read.bands[at]!, valid: validOf(read.bands[at]!, none, outside) }));
}

function validOf(values: Samples, nodata: number | null, outside: readonly Samples[]): Uint8Array | null {
  const isFloat = values instanceof Float32Array || values instanceof Float64Array;
  if (nodata === null && !isFloat && outside.length === 0) return null;
  let valid: Uint8Array | null = null;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value !== nodata && value - value === 0 && isIn(outside, at)) continue;
    valid ??= new Uint8Array(values.length).fill(255);
    valid[at] = 0;
  }
  return valid;
}

function isIn(outside: readonly Samples[], at: number): boolean {
  for (const mask of outside) if (mask[at] === 0) return false;
  return true;
}

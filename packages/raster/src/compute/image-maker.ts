import { readWindowValues } from '../image/read-values.ts';
import { letGo } from '../image/let-go.ts';
import { RasterError } from '../raster-error.ts';
import type { RasterFile } from '../raster-file.ts';
import { tiffHead } from './tiff-head.ts';

/** Rows of an image that are worked on at once, with some above and below them that the result depends on. */
export interface Stripe {
  /** Values of each band that is needed, by rows; NaN where there is none. */
  bands: readonly Float64Array[];
  width: number;
  /** Rows that are wanted, and where they begin among those that are there. */
  rows: number;
  first: number;
  /** Rows that are there. */
  all: number;
}

/** How each pixel of an image is made of others. */
export interface ImageMaker {
  /** The bands that are needed: of which image, both from 0. */
  readonly needs: readonly { readonly image: number; readonly band: number }[];
  /** Rows above and below that are needed, where the image has them. */
  readonly halo: number;
  readonly type: 'float32' | 'int16';
  /** Stands for no value. */
  readonly nodata: number;
  readonly bandName: string;
  /** A value for each pixel that is wanted, NaN for none. */
  make(stripe: Stripe): Float64Array;
}

/** Pixels of a stripe. */
const stripePixels = 524_288;

/**
 * Makes an image on the pixels of the first of its sources, stripe by stripe: memory stays flat.
 * @param files of the same width and height
 * @param write takes the bytes of a BigTIFF, one after another
 * @param onStripe told after each stripe how much is done, 0 to 1
 * @throws RasterError DAMAGED, UNSUPPORTED, BAD_REQUEST for images of different sizes; the reason of `signal`
 */
export async function makeImage(
  files: readonly RasterFile[],
  maker: ImageMaker,
  write: (bytes: Uint8Array) => Promise<void>,
  { onStripe, signal }: { onStripe?: (fraction: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  const { width, height } = files[0]!;
  if (files.some((file) => file.width !== width || file.height !== height))
    throw new RasterError('BAD_REQUEST', 'The images do not have the same pixels.');
  const rowsAtOnce = Math.max(1, Math.floor(stripePixels / width));
  const { type, nodata, bandName } = maker;
  await write(tiffHead(files[0]!, { type, nodata, bands: [{ name: bandName, isThere: true }], rowsAtOnce }));
  for (let y = 0; y < height; y += rowsAtOnce) {
    signal?.throwIfAborted();
    const rows = Math.min(rowsAtOnce, height - y);
    // oxlint-disable-next-line no-await-in-loop
    const made = maker.make(await readStripe(files, maker, y, rows, signal));
    // oxlint-disable-next-line no-await-in-loop
    await write(packed(made, maker));
    onStripe?.((y + rows) / height);
  }
}

async function readStripe(
  files: readonly RasterFile[],
  { needs, halo }: ImageMaker,
  y: number,
  rows: number,
  signal: AbortSignal | undefined,
): Promise<Stripe> {
  const { width, height } = files[0]!;
  const top = Math.max(0, y - halo);
  const all = Math.min(height, y + rows + halo) - top;
  const window = { x: 0, y: top, width, height: all };
  const bands: Float64Array[] = [];
  for (const { image, band } of needs) {
    // oxlint-disable-next-line no-await-in-loop
    const [read] = await readWindowValues(files[image]!, window, [band], signal);
    const { values, valid } = read!;
    const taken = Float64Array.from(values as Float64Array);
    if (valid) for (let at = 0; at < taken.length; at++) if (valid[at] === 0) taken[at] = NaN;
    letGo(values);
    bands.push(taken);
  }
  return { bands, width, rows, first: y - top, all };
}

function packed(made: Float64Array, { type, nodata }: ImageMaker): Uint8Array {
  const out = type === 'float32' ? new Float32Array(made.length) : new Int16Array(made.length);
  for (let at = 0; at < made.length; at++) {
    const value = made[at]!;
    out[at] = value - value === 0 ? value : nodata;
  }
  return new Uint8Array(out.buffer);
}

import type { RasterFile } from '../raster-file.ts';
import { tiffHead, type MadePlace, type MadeType } from './tiff-head.ts';
import type { PixelWindow } from '../image/tiff-image.ts';
import { samplesOf, type Samples, type SampleType } from '../image/sample-type.ts';
import type { Values } from '../warp/resample.ts';

/** Values of bands in rows of a copy, by rows; NaN where there is none. */
export type ReadRows = (
  window: PixelWindow,
  size: { width: number; height: number },
  bands: number[],
) => Promise<Values[]>;

export interface CopyWish {
  /** What is taken of the pixels. */
  window: PixelWindow;
  /** Pixels of the copy: fewer than those of the window where it is to be coarser. */
  size: { width: number; height: number };
  /** What each band is called, and whether it is taken; a band that is not has no values, and keeps its number. */
  bands: readonly { name: string; isThere: boolean }[];
  onRows?: (fraction: number) => void;
}

/** Values of a stripe, all bands together. */
const stripeValues = 4_194_304;

/**
 * Writes a part of a raster as an uncompressed BigTIFF, stripe by stripe: memory stays flat. Whole numbers stay what
 * they are where one of them stands for no value, or none does; else values become floating point, with NaN for none.
 * @param raster where the pixels lie, and how they are stored
 * @param read gives rows at the size that is wanted
 * @param write puts bytes at a place of the file
 * @throws what `read` and `write` throw
 */
export async function copyImage(
  raster: Pick<
    RasterFile,
    'width' | 'height' | 'crs' | 'transform' | 'isPoint' | 'nodata' | 'alpha' | 'levels' | 'layout'
  >,
  read: ReadRows,
  { window, size, bands, onRows }: CopyWish,
  write: (bytes: Uint8Array, at: number) => Promise<void>,
): Promise<void> {
  const { type, nodata } = madeOf(raster);
  const wanted = bands.flatMap(({ isThere }, band) => (isThere ? [band] : []));
  const { width, height } = size;
  const rowsAtOnce = Math.max(1, Math.min(height, Math.floor(stripeValues / (width * Math.max(1, wanted.length)))));
  const head = tiffHead(
    { ...raster, ...size, transform: placed(raster, window, size) },
    { type, nodata, bands, rowsAtOnce },
  );
  await write(head, 0);
  const sampleBytes = samplesOf(type, 0).BYTES_PER_ELEMENT;
  for (let row = 0; row < height; row += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - row);
    const [y, down] = [window.y + (row * window.height) / height, (rows * window.height) / height];
    // One stripe at a time is the point.
    // oxlint-disable-next-line no-await-in-loop
    const found = await read({ ...window, y, height: down }, { width, height: rows }, wanted);
    for (const [at, values] of found.entries()) {
      const made = stored(values, type, nodata);
      // oxlint-disable-next-line no-await-in-loop
      await write(
        new Uint8Array(made.buffer, 0, made.byteLength),
        head.length + (at * height + row) * width * sampleBytes,
      );
    }
    onRows?.((row + rows) / height);
  }
}

function madeOf({ layout, nodata, alpha, levels }: Parameters<typeof copyImage>[0]): {
  type: MadeType;
  nodata: number | null;
} {
  const { type } = layout;
  const isWhole = !type.startsWith('float') && !type.endsWith('64');
  const isWithout = alpha === null && levels.every(({ mask }) => mask === null);
  if (isWhole && (nodata === null ? isWithout : Number.isInteger(nodata))) return { type: type as MadeType, nodata };
  const isWide: readonly SampleType[] = ['float64', 'int32', 'uint32', 'int64', 'uint64'];
  return { type: isWide.includes(type) ? 'float64' : 'float32', nodata: NaN };
}

function placed(
  { transform }: MadePlace,
  { x, y, width, height }: PixelWindow,
  size: { width: number; height: number },
) {
  if (!transform) return null;
  const { a, b, c, d, e, f } = transform;
  const [across, down] = [width / size.width, height / size.height];
  return { a: a * across, b: b * down, c: a * x + b * y + c, d: d * across, e: e * down, f: d * x + e * y + f };
}

function stored(values: Values, type: MadeType, nodata: number | null): Samples {
  const made = samplesOf(type, values.length);
  const none = nodata ?? 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    made[at] = value - value === 0 ? value : none;
  }
  return made;
}

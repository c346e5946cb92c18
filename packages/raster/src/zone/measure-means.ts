import { evaluateExpression } from '../expression/evaluate-expression.ts';
import { bandsIn, type Expression } from '../expression/parse-expression.ts';
import { letGo } from '../image/let-go.ts';
import { readWindowValues } from '../image/read-values.ts';
import type { PixelWindow } from '../image/tiff-image.ts';
import { RasterError } from '../raster-error.ts';
import type { RasterFile } from '../raster-file.ts';
import { boxOf, stripes } from './measure-zones.ts';
import { ZoneCoverage, type PixelRings } from './zone-coverage.ts';

/** Which pixels count for nothing: those whose value in a band has a bit, or is one of some. */
export interface PixelMask {
  /** From 1, through all files. */
  readonly band: number;
  readonly bit?: number | undefined;
  readonly values?: readonly number[] | undefined;
}

/** A polygon or a place among the pixels of the finest file; null for what has none. */
export type MeasuredShape = PixelRings | { readonly column: number; readonly row: number } | null;

export interface MeansWish {
  /** Over bands that are numbered from 1 through all files. */
  expression: Expression;
  masks: readonly PixelMask[];
  /** What else is no value. */
  nodata?: number | null;
  signal?: AbortSignal | undefined;
}

/**
 * The value of an expression at places, and its mean in polygons, in which each pixel counts as far as it lies there.
 * Pixels without a value in a band that is used, and masked ones, are left out. All is read by windows.
 * @param files of one extent; the values of coarser ones are those of the pixel that the middle of a finer one lies in
 * @returns for each shape its mean and the pixels that went into it; NaN and 0 where none did, NaN and NaN where the
 *   shape lies beside the files
 * @throws RasterError DAMAGED, UNSUPPORTED, BAD_REQUEST for a band that is not there; the reason of `signal`
 */
export async function measureMeans(
  files: readonly RasterFile[],
  shapes: readonly MeasuredShape[],
  { expression, masks, nodata = null, signal }: MeansWish,
): Promise<Float64Array> {
  const grid = files.reduce((best, each) => (each.width > best.width ? each : best));
  const used = bandsIn(expression);
  const wanted = [...new Set([...used, ...masks.map(({ band }) => band)])];
  const read = new Map(wanted.map((band) => [band, placeOf(files, band)]));
  const coverage = new ZoneCoverage();
  const found = new Float64Array(shapes.length * 2).fill(NaN);
  for (const [at, shape] of shapes.entries()) {
    const box = shape && ('rings' in shape ? boxOf(shape, grid) : pixelOf(shape, grid));
    if (!shape || !box) continue;
    let [sum, weights] = [0, 0];
    for (const window of stripes(box)) {
      // One window at a time is the point.
      // oxlint-disable-next-line no-await-in-loop
      const bands = await readBands(grid, read, window, signal);
      const values = evaluateExpression(expression, (band) => bands.get(band)!, window.width * window.height);
      const parts = 'rings' in shape ? coverage.of(shape, window) : null;
      for (let pixel = 0; pixel < values.length; pixel++) {
        const [value, part] = [values[pixel]!, parts ? parts[pixel]! : 1];
        if (part === 0 || !Number.isFinite(value) || isOut(pixel, { bands, used, masks, nodata })) continue;
        sum += value * part;
        weights += part;
      }
    }
    found[at * 2] = weights === 0 ? NaN : sum / weights;
    found[at * 2 + 1] = weights;
  }
  return found;
}

interface Left {
  bands: ReadonlyMap<number, Float64Array>;
  used: readonly number[];
  masks: readonly PixelMask[];
  nodata: number | null;
}

function isOut(pixel: number, { bands, used, masks, nodata }: Left): boolean {
  for (const band of used) {
    const value = bands.get(band)![pixel]!;
    // A comparison with no value is false, and would be one.
    if (value !== value || value === nodata) return true;
  }
  for (const { band, bit, values } of masks) {
    const value = bands.get(band)![pixel]!;
    if (value !== value || values?.includes(value)) return true;
    if (bit !== undefined && Math.floor(value / 2 ** bit) % 2 === 1) return true;
  }
  return false;
}

function placeOf(files: readonly RasterFile[], number: number): { file: RasterFile; band: number } {
  let band = number - 1;
  for (const file of files) {
    if (band < file.bands) return { file, band };
    band -= file.bands;
  }
  throw new RasterError('BAD_REQUEST', `The image has no band ${number}.`);
}

/** What lies on the outer edge belongs to the last pixel. */
function pixelOf({ column, row }: { column: number; row: number }, { width, height }: RasterFile): PixelWindow | null {
  if (!(column >= 0 && row >= 0 && column <= width && row <= height)) return null;
  return { x: Math.min(Math.floor(column), width - 1), y: Math.min(Math.floor(row), height - 1), width: 1, height: 1 };
}

/** The bands of a window of the finest file, by their numbers; NaN where there is no value. */
async function readBands(
  grid: RasterFile,
  read: ReadonlyMap<number, { file: RasterFile; band: number }>,
  window: PixelWindow,
  signal: AbortSignal | undefined,
): Promise<Map<number, Float64Array>> {
  const files = [...new Set([...read.values()].map(({ file }) => file))];
  const bands = new Map<number, Float64Array>();
  await Promise.all(
    files.map(async (file) => {
      const own = [...read].filter(([, place]) => place.file === file);
      const [columns, rows] = [
        axis(window.x, window.width, grid.width, file.width),
        axis(window.y, window.height, grid.height, file.height),
      ];
      const part = {
        x: columns[0]!,
        y: rows[0]!,
        width: columns.at(-1)! - columns[0]! + 1,
        height: rows.at(-1)! - rows[0]! + 1,
      };
      const values = await readWindowValues(
        file,
        part,
        own.map(([, { band }]) => band),
        signal,
      );
      for (const [at, [number]] of own.entries()) {
        const { values: stored, valid } = values[at]!;
        const spread = new Float64Array(window.width * window.height);
        let to = 0;
        for (const row of rows)
          for (const column of columns) {
            const from = (row - part.y) * part.width + column - part.x;
            spread[to++] = valid !== null && valid[from] === 0 ? NaN : stored[from]!;
          }
        bands.set(number, spread);
        letGo(stored);
      }
    }),
  );
  return bands;
}

/** For each pixel along a side of a window of the finest file the pixel of another that its middle lies in. */
function axis(start: number, count: number, fine: number, coarse: number): number[] {
  return Array.from({ length: count }, (_, at) =>
    Math.min(coarse - 1, Math.floor(((start + at + 0.5) * coarse) / fine)),
  );
}

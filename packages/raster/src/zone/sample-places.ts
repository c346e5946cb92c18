import { letGo } from '../image/let-go.ts';
import { readWindowValues } from '../image/read-values.ts';
import type { RasterFile } from '../raster-file.ts';

/** Places whose pixels lie in the same square are read together. */
const squarePixels = 256;

export interface SampleWish {
  /** From 0. */
  bands: readonly number[];
  /** The pixel that the place lies in, or the four whose middles are around it, each by its distance. */
  method: 'nearest' | 'bilinear';
  onSquare?: (places: number) => void;
  signal?: AbortSignal;
}

/**
 * Values of bands at places.
 * @param places pairs of column and row, in pixels from the outer corner of the first; NaN for none
 * @returns for each place the values in the order of the bands; NaN outside of the raster and where there is none. Of
 *   the four pixels around a place those without a value, and those outside, are left out of account.
 * @throws RasterError DAMAGED, UNSUPPORTED; the reason of `signal`
 */
export async function samplePlaces(
  file: RasterFile,
  places: Float64Array,
  { bands, method, onSquare, signal }: SampleWish,
): Promise<Float64Array> {
  const found = new Float64Array((places.length / 2) * bands.length).fill(NaN);
  let done = 0;
  for (const [square, members] of squaresOf(file, places)) {
    const across = Math.ceil(file.width / squarePixels);
    // Middles of pixels around a place may lie in the next square.
    const left = Math.max(0, (square % across) * squarePixels - 1);
    const top = Math.max(0, Math.floor(square / across) * squarePixels - 1);
    const window = {
      x: left,
      y: top,
      width: Math.min(file.width - left, squarePixels + 2),
      height: Math.min(file.height - top, squarePixels + 2),
    };
    // oxlint-disable-next-line no-await-in-loop
    const read = await readWindowValues(file, window, bands, signal);
    for (const [at, { values, valid }] of read.entries()) {
      const valueOf = (column: number, row: number): number => {
        const [x, y] = [column - window.x, row - window.y];
        if (x < 0 || y < 0 || x >= window.width || y >= window.height) return NaN;
        const pixel = y * window.width + x;
        return valid !== null && valid[pixel] === 0 ? NaN : values[pixel]!;
      };
      for (const place of members)
        found[place * bands.length + at] = takeValue(
          valueOf,
          // What lies on the outer edge belongs to the last pixel.
          method === 'nearest' ? Math.min(places[place * 2]!, file.width - 1e-9) : places[place * 2]!,
          method === 'nearest' ? Math.min(places[place * 2 + 1]!, file.height - 1e-9) : places[place * 2 + 1]!,
          method,
        );
    }
    for (const { values } of read) letGo(values);
    done += members.length;
    onSquare?.(done);
  }
  return found;
}

function squaresOf({ width, height }: RasterFile, places: Float64Array): Map<number, number[]> {
  const across = Math.ceil(width / squarePixels);
  const squares = new Map<number, number[]>();
  for (let place = 0; place * 2 < places.length; place++) {
    const [column, row] = [places[place * 2]!, places[place * 2 + 1]!];
    if (!(column >= 0 && row >= 0 && column <= width && row <= height)) continue;
    const square =
      Math.floor(Math.min(row, height - 1) / squarePixels) * across +
      Math.floor(Math.min(column, width - 1) / squarePixels);
    const members = squares.get(square);
    if (members) members.push(place);
    else squares.set(square, [place]);
  }
  return new Map([...squares].sort(([one], [other]) => one - other));
}

function takeValue(
  valueOf: (column: number, row: number) => number,
  column: number,
  row: number,
  method: SampleWish['method'],
): number {
  if (method === 'nearest') return valueOf(Math.floor(column), Math.floor(row));
  const [left, top] = [Math.floor(column - 0.5), Math.floor(row - 0.5)];
  const [partX, partY] = [column - 0.5 - left, row - 0.5 - top];
  let [sum, weights] = [0, 0];
  for (const [x, weightX] of [
    [left, 1 - partX],
    [left + 1, partX],
  ] as const)
    for (const [y, weightY] of [
      [top, 1 - partY],
      [top + 1, partY],
    ] as const) {
      const [value, weight] = [valueOf(x, y), weightX * weightY];
      if (value !== value || weight === 0) continue;
      sum += value * weight;
      weights += weight;
    }
  return weights === 0 ? NaN : sum / weights;
}

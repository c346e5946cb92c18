import { RasterError } from '../raster-error.ts';
import type { ImageMaker, Stripe } from './image-maker.ts';

/** What is made of the pixels around each. */
export type FocalFilter = 'mean' | 'median' | 'min' | 'max' | 'sum' | 'stdev' | 'sobel' | 'gaussian';

const largest = 51;

/**
 * What the pixels in a square around each come to. Those without a value and those outside of the image are left out;
 * where the pixel itself has none there is none. The spread is the population’s. `sobel` is the length of the gradient
 * by the kernels of Sobel (3 × 3, in units of eight pixels), with the pixel’s own value in place of what is missing;
 * `gaussian` weighs by exp(−d²/2σ²).
 * @param size odd, the side of the square in pixels
 * @throws RasterError BAD_REQUEST
 */
export function focalFilter(
  filter: FocalFilter,
  { band, size, sigma }: { band: number; size: number; sigma: number },
): ImageMaker {
  if (size % 2 !== 1 || size < 3 || size > largest)
    throw new RasterError('BAD_REQUEST', `The size of a filter is an odd number from 3 to ${largest}.`);
  const reach = filter === 'sobel' ? 1 : (size - 1) / 2;
  return {
    needs: [{ image: 0, band }],
    halo: reach,
    type: 'float32',
    nodata: NaN,
    bandName: filter,
    make: (stripe) => makerOf(filter, reach, sigma)(stripe),
  };
}

type Make = (stripe: Stripe) => Float64Array;

function makerOf(filter: FocalFilter, reach: number, sigma: number): Make {
  switch (filter) {
    case 'mean':
    case 'sum':
      return (stripe) => weighted(stripe, reach, evenly(reach), filter === 'sum');
    case 'gaussian':
      return (stripe) => weighted(stripe, reach, bell(reach, sigma), false);
    case 'stdev':
      return (stripe) => spread(stripe, reach);
    case 'min':
      return (stripe) => extreme(stripe, reach, Math.min);
    case 'max':
      return (stripe) => extreme(stripe, reach, Math.max);
    case 'median':
      return (stripe) => median(stripe, reach);
    case 'sobel':
      return sobel;
  }
}

const evenly = (reach: number): Float64Array => new Float64Array(2 * reach + 1).fill(1);
const bell = (reach: number, sigma: number): Float64Array =>
  Float64Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * sigma * sigma)));

/** Sums of weights and of values, along the rows and then down the columns: the weights are products. */
function weighted(stripe: Stripe, reach: number, weights: Float64Array, isSum: boolean): Float64Array {
  const [values] = stripe.bands;
  const sums = separable(stripe, reach, weights, (at) => (Number.isNaN(values![at]) ? 0 : values![at]!));
  const parts = separable(stripe, reach, weights, (at) => (Number.isNaN(values![at]) ? 0 : 1));
  const start = stripe.first * stripe.width;
  return sums.map((sum, at) => (values![start + at] !== values![start + at] ? NaN : isSum ? sum : sum / parts[at]!));
}

function separable(
  { width, rows, first, all }: Stripe,
  reach: number,
  weights: Float64Array,
  valueAt: (at: number) => number,
): Float64Array {
  const across = new Float64Array(width * all);
  const line = new Float64Array(width + 2 * reach);
  for (let row = 0; row < all; row++) {
    for (let column = 0; column < width; column++) line[reach + column] = valueAt(row * width + column);
    for (let column = 0; column < width; column++) {
      let sum = 0;
      for (let step = 0; step < weights.length; step++) sum += line[column + step]! * weights[step]!;
      across[row * width + column] = sum;
    }
  }
  const out = new Float64Array(width * rows);
  for (let row = 0; row < rows; row++)
    for (let step = -reach; step <= reach; step++) {
      const from = first + row + step;
      if (from < 0 || from >= all) continue;
      const weight = weights[step + reach]!;
      for (let column = 0; column < width; column++)
        out[row * width + column]! += across[from * width + column]! * weight;
    }
  return out;
}

/** About the mean of the stripe, so that little is lost where all values are large. */
function spread(stripe: Stripe, reach: number): Float64Array {
  const [values] = stripe.bands;
  let [total, count] = [0, 0];
  for (const value of values!) if (value === value) [total, count] = [total + value, count + 1];
  const middle = count === 0 ? 0 : total / count;
  const ones = evenly(reach);
  const besideOf = (at: number): number => (Number.isNaN(values![at]) ? 0 : values![at]! - middle);
  const parts = separable(stripe, reach, ones, (at) => (Number.isNaN(values![at]) ? 0 : 1));
  const sums = separable(stripe, reach, ones, besideOf);
  const squares = separable(stripe, reach, ones, (at) => besideOf(at) ** 2);
  const start = stripe.first * stripe.width;
  return sums.map((sum, at) => {
    if (values![start + at] !== values![start + at]) return NaN;
    const mean = sum / parts[at]!;
    return Math.sqrt(Math.max(0, squares[at]! / parts[at]! - mean * mean));
  });
}

function extreme(
  { bands: [values], width, rows, first, all }: Stripe,
  reach: number,
  better: (one: number, other: number) => number,
): Float64Array {
  const across = new Float64Array(width * all);
  const none = better(-Infinity, Infinity) === Infinity ? -Infinity : Infinity;
  for (let row = 0; row < all; row++)
    for (let column = 0; column < width; column++) {
      let found = none;
      for (let each = Math.max(0, column - reach); each <= Math.min(width - 1, column + reach); each++) {
        const value = values![row * width + each]!;
        if (value === value) found = better(found, value);
      }
      across[row * width + column] = found;
    }
  return Float64Array.from({ length: width * rows }, (_, at) => {
    const [row, column] = [first + Math.floor(at / width), at % width];
    if (values![row * width + column] !== values![row * width + column]) return NaN;
    let found = none;
    for (let each = Math.max(0, row - reach); each <= Math.min(all - 1, row + reach); each++)
      found = better(found, across[each * width + column]!);
    return found;
  });
}

function median({ bands: [values], width, rows, first, all }: Stripe, reach: number): Float64Array {
  const around = new Float64Array((2 * reach + 1) ** 2);
  return Float64Array.from({ length: width * rows }, (_, at) => {
    const [row, column] = [first + Math.floor(at / width), at % width];
    if (values![row * width + column] !== values![row * width + column]) return NaN;
    let count = 0;
    for (let y = Math.max(0, row - reach); y <= Math.min(all - 1, row + reach); y++)
      for (let x = Math.max(0, column - reach); x <= Math.min(width - 1, column + reach); x++) {
        const value = values![y * width + x]!;
        if (value === value) around[count++] = value;
      }
    const sorted = around.subarray(0, count).sort();
    return count % 2 === 1 ? sorted[(count - 1) / 2]! : (sorted[count / 2 - 1]! + sorted[count / 2]!) / 2;
  });
}

function sobel({ bands: [values], width, rows, first, all }: Stripe): Float64Array {
  return Float64Array.from({ length: width * rows }, (_, at) => {
    const [row, column] = [first + Math.floor(at / width), at % width];
    const own = values![row * width + column]!;
    if (own !== own) return NaN;
    const near = (x: number, y: number): number => {
      const [toX, toY] = [column + x, row + y];
      const value = toX < 0 || toY < 0 || toX >= width || toY >= all ? NaN : values![toY * width + toX]!;
      return value === value ? value : own;
    };
    const across = near(1, -1) + 2 * near(1, 0) + near(1, 1) - near(-1, -1) - 2 * near(-1, 0) - near(-1, 1);
    const down = near(-1, 1) + 2 * near(0, 1) + near(1, 1) - near(-1, -1) - 2 * near(0, -1) - near(1, -1);
    return Math.hypot(across, down);
  });
}

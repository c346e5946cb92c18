import type { Samples } from '../image/sample-type.ts';
import type { SourcePositions } from './pixel-grid.ts';
import { support, weightAt, type Resampling } from './kernel.ts';
import { giveBack, takeIntegers } from './spare-arrays.ts';

/** Values of one band as they are worked with. */
export type Values = Float32Array | Float64Array;

/** A band of a window; `valid` is 0 where there is nodata, null when every pixel counts. */
export interface SourceBand {
  values: Samples;
  valid: Uint8Array | null;
}

/** A window of the source and where it lies in it. */
export interface SourceWindow {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels of the source that one pixel of the target covers, across and down. */
export interface Ratio {
  across: number;
  down: number;
}

/** Weights below this part of the kernel are nothing: the pixel stays nodata, as in gdalwarp. */
const leastWeight = 1e-5;

/** How bands are taken at the places of a target. */
export interface Sampler {
  /** Writes the values of one band; `valid` becomes 255 where there is data. */
  take(band: SourceBand, into: Values, valid: Uint8Array): void;
  /** Once, after the last band. */
  end(): void;
}

const nothing = (): void => undefined;

/**
 * How the bands of one window are taken at given places. What is the same for all of them is worked out once.
 * @param positions columns and rows of the whole source, one for each pixel of the target
 */
export function samplerFor(
  window: SourceWindow,
  positions: SourcePositions,
  ratio: Ratio,
  method: Resampling,
): Sampler {
  switch (method) {
    case 'nearest': {
      const nearest = nearestPixels(window, positions);
      return {
        take: (band, into, valid) => {
          takeNearest(band, nearest, into, valid);
        },
        end: () => {
          giveBack(nearest);
        },
      };
    }
    case 'average':
      return {
        take: (band, into, valid) => {
          takeAverage(band, window, positions, ratio, into, valid);
        },
        end: nothing,
      };
    case 'mode':
      return {
        take: (band, into, valid) => {
          takeMode(band, window, positions, ratio, into, valid);
        },
        end: nothing,
      };
    default:
      return {
        take: (band, into, valid) => {
          takeWeighted(band, window, positions, ratio, method, into, valid);
        },
        end: nothing,
      };
  }
}

/** The pixel of the window at each place; -1 beside it. */
function nearestPixels({ x, y, width, height }: SourceWindow, { columns, rows }: SourcePositions): Int32Array {
  const pixels = takeIntegers(columns.length);
  for (let index = 0; index < pixels.length; index += 1) {
    const column = Math.floor(columns[index]! - x);
    const row = Math.floor(rows[index]! - y);
    pixels[index] = column >= 0 && row >= 0 && column < width && row < height ? row * width + column : -1;
  }
  return pixels;
}

function takeNearest(
  { values, valid: counts }: SourceBand,
  nearest: Int32Array,
  into: Values,
  valid: Uint8Array,
): void {
  for (let index = 0; index < nearest.length; index += 1) {
    const at = nearest[index]!;
    if (at < 0 || (counts !== null && counts[at] === 0)) continue;
    into[index] = values[at]!;
    valid[index] = 255;
  }
}

/** Where the target is coarser than the source the kernel grows with it, so that no pixel is passed over. */
function takeWeighted(
  band: SourceBand,
  window: SourceWindow,
  { columns, rows }: SourcePositions,
  ratio: Ratio,
  method: 'bilinear' | 'cubic',
  into: Values,
  valid: Uint8Array,
): void {
  const { values, valid: counts } = band;
  const { width, height } = window;
  const [growX, growY] = [Math.max(1, ratio.across), Math.max(1, ratio.down)];
  const [reachX, reachY] = [support[method] * growX, support[method] * growY];
  const weightsX = new Float64Array(Math.ceil(reachX * 2) + 2);
  const weightsY = new Float64Array(Math.ceil(reachY * 2) + 2);
  for (let index = 0; index < into.length; index += 1) {
    const column = columns[index]! - window.x;
    const row = rows[index]! - window.y;
    if (!(column >= 0 && row >= 0 && column <= width && row <= height)) continue;
    const firstX = Math.max(0, Math.ceil(column - 0.5 - reachX));
    const lastX = Math.min(width - 1, Math.floor(column - 0.5 + reachX));
    const firstY = Math.max(0, Math.ceil(row - 0.5 - reachY));
    const lastY = Math.min(height - 1, Math.floor(row - 0.5 + reachY));
    for (let x = firstX; x <= lastX; x += 1) weightsX[x - firstX] = weightAt(method, (x + 0.5 - column) / growX);
    for (let y = firstY; y <= lastY; y += 1) weightsY[y - firstY] = weightAt(method, (y + 0.5 - row) / growY);
    let sum = 0;
    let weights = 0;
    for (let y = firstY; y <= lastY; y += 1) {
      const weightY = weightsY[y - firstY]!;
      for (let x = firstX, at = y * width + firstX; x <= lastX; x += 1, at += 1) {
        if (counts !== null && counts[at] === 0) continue;
        const weight = weightsX[x - firstX]! * weightY;
        sum += values[at]! * weight;
        weights += weight;
      }
    }
    if (weights < leastWeight) continue;
    into[index] = sum / weights;
    valid[index] = 255;
  }
}

/** The mean over the area of the source that a pixel covers; pixels at its rim count by the part that lies in it. */
function takeAverage(
  band: SourceBand,
  window: SourceWindow,
  { columns, rows }: SourcePositions,
  ratio: Ratio,
  into: Values,
  valid: Uint8Array,
): void {
  const { values, valid: counts } = band;
  const { width, height } = window;
  const [halfX, halfY] = [ratio.across / 2, ratio.down / 2];
  for (let index = 0; index < into.length; index += 1) {
    const column = columns[index]! - window.x;
    const row = rows[index]! - window.y;
    if (!(column >= 0 && row >= 0 && column <= width && row <= height)) continue;
    const left = column - halfX;
    const right = column + halfX;
    const top = row - halfY;
    const bottom = row + halfY;
    let sum = 0;
    let weights = 0;
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y += 1) {
      const weightY = Math.min(bottom, y + 1) - Math.max(top, y);
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x += 1) {
        const at = y * width + x;
        if (counts !== null && counts[at] === 0) continue;
        const weight = (Math.min(right, x + 1) - Math.max(left, x)) * weightY;
        sum += values[at]! * weight;
        weights += weight;
      }
    }
    if (weights < leastWeight * ratio.across * ratio.down) continue;
    into[index] = sum / weights;
    valid[index] = 255;
  }
}

/** The value that most pixels of the covered area have; of equals the one met first. */
function takeMode(
  band: SourceBand,
  window: SourceWindow,
  { columns, rows }: SourcePositions,
  ratio: Ratio,
  into: Values,
  valid: Uint8Array,
): void {
  const { values, valid: counts } = band;
  const { width, height } = window;
  const [halfX, halfY] = [Math.max(1, ratio.across) / 2, Math.max(1, ratio.down) / 2];
  const times = new Map<number, number>();
  for (let index = 0; index < into.length; index += 1) {
    const column = columns[index]! - window.x;
    const row = rows[index]! - window.y;
    if (!(column >= 0 && row >= 0 && column <= width && row <= height)) continue;
    times.clear();
    let found = 0;
    let most = 0;
    for (
      let y = Math.max(0, Math.round(row - halfY));
      y < Math.min(height, Math.max(Math.round(row - halfY) + 1, row + halfY));
      y += 1
    ) {
      for (
        let x = Math.max(0, Math.round(column - halfX));
        x < Math.min(width, Math.max(Math.round(column - halfX) + 1, column + halfX));
        x += 1
      ) {
        const at = y * width + x;
        if (counts !== null && counts[at] === 0) continue;
        const value = values[at]!;
        const seen = (times.get(value) ?? 0) + 1;
        times.set(value, seen);
        if (seen > most) {
          found = value;
          most = seen;
        }
      }
    }
    if (most === 0) continue;
    into[index] = found;
    valid[index] = 255;
  }
}

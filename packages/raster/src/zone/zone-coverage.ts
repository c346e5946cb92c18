import type { PixelWindow } from '../image/tiff-image.ts';

/** Less than this of a pixel is what rounding leaves. */
const nothing = 1e-9;

/** Rings of polygons among the pixels of a raster: column and row of each corner, one after another. */
export interface PixelRings {
  /** Pairs of columns and rows. */
  readonly corners: Float64Array;
  /** Where each ring begins among the pairs, and where the last ends. */
  readonly rings: readonly number[];
  /** Whether the ring of that number is a hole. */
  readonly holes: readonly boolean[];
}

/**
 * How much of each pixel of a window lies in a polygon, 0 to 1, exactly: the area to the right of each edge is added
 * to the pixels that the edge runs through, and summed along the rows (as font rasterizers do, R. Levien 2014). Outer
 * rings and holes may run either way. The array is valid until the next call.
 */
export class ZoneCoverage {
  #areas = new Float64Array(0);
  #width = 0;

  /** @returns a value for each pixel of the window, by rows */
  of({ corners, rings, holes }: PixelRings, { x, y, width, height }: PixelWindow): Float64Array {
    const count = width * height;
    // Each row has two more places, for what is right of the window.
    const room = (width + 2) * height;
    if (this.#areas.length < room) this.#areas = new Float64Array(Math.max(room, 65_536));
    else this.#areas.fill(0, 0, room);
    this.#width = width;
    for (let ring = 0; ring + 1 < rings.length; ring++) {
      const [first, end] = [rings[ring]!, rings[ring + 1]!];
      const sign = ringSign(corners, first, end) * (holes[ring] ? -1 : 1);
      for (let at = first; at < end; at++) {
        const to = at + 1 < end ? at + 1 : first;
        this.#addEdge(
          corners[at * 2]! - x,
          corners[at * 2 + 1]! - y,
          corners[to * 2]! - x,
          corners[to * 2 + 1]! - y,
          sign,
          height,
        );
      }
    }
    return this.#summed(width, height, count);
  }

  #summed(width: number, height: number, count: number): Float64Array {
    const areas = this.#areas;
    for (let row = 0, to = 0; row < height; row++) {
      let sum = 0;
      for (let column = 0, from = row * (width + 2); column < width; column++, from++, to++) {
        sum += areas[from]!;
        areas[to] = sum < nothing ? 0 : sum > 1 - nothing ? 1 : sum;
      }
    }
    return areas.subarray(0, count);
  }

  #addEdge(x0: number, y0: number, x1: number, y1: number, sign: number, height: number): void {
    if (y0 === y1) return;
    const isDown = y0 < y1;
    const [topX, topY, lowX, lowY] = isDown ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
    const slope = (lowX - topX) / (lowY - topY);
    const [first, last] = [Math.max(0, Math.floor(topY)), Math.min(height, Math.ceil(lowY))];
    for (let row = first; row < last; row++) {
      const [from, to] = [row > topY ? row : topY, row + 1 < lowY ? row + 1 : lowY];
      const fromX = from === topY ? topX : topX + (from - topY) * slope;
      const toX = to === lowY ? lowX : topX + (to - topY) * slope;
      const down = (to - from) * (isDown ? sign : -sign);
      if (fromX < toX) this.#addPiece(row, fromX, toX, down);
      else this.#addPiece(row, toX, fromX, down);
    }
  }

  /** A piece of an edge within a row, from left to right; what is left of the window counts at its border. */
  #addPiece(row: number, left: number, right: number, down: number): void {
    const width = this.#width;
    const base = row * (width + 2);
    if (left >= width) return;
    if (right <= 0) {
      this.#areas[base]! += down;
      return;
    }
    let [from, to, rest] = [left, right, down];
    if (from < 0) {
      const outside = (rest * -from) / (to - from);
      this.#areas[base]! += outside;
      [from, rest] = [0, rest - outside];
    }
    if (to > width) {
      rest -= (rest * (to - width)) / (to - from);
      to = width;
    }
    this.#spread(base, from, to, rest);
  }

  #spread(base: number, left: number, right: number, down: number): void {
    const areas = this.#areas;
    const [first, last] = [Math.floor(left), Math.ceil(right)];
    if (last <= first + 1) {
      const middle = (left + right) / 2 - first;
      areas[base + first]! += down * (1 - middle);
      areas[base + first + 1]! += down * middle;
      return;
    }
    // The area right of the edge grows by a triangle, then by whole columns, then up to all of the height.
    const step = down / (right - left);
    const start = 1 - (left - first);
    let before = (step * start * start) / 2;
    areas[base + first]! += before;
    for (let column = first + 1; column < last - 1; column++) {
      const now = step * (column - left + 0.5);
      areas[base + column]! += now - before;
      before = now;
    }
    const end = right - (last - 1);
    const now = down - (step * end * end) / 2;
    areas[base + last - 1]! += now - before;
    areas[base + last]! += down - now;
  }
}

/** 1 for a ring whose inside lies right of edges that run down, −1 for the other way round. */
function ringSign(corners: Float64Array, first: number, end: number): number {
  let area = 0;
  const [originX, originY] = [corners[first * 2]!, corners[first * 2 + 1]!];
  for (let at = first; at < end; at++) {
    const to = at + 1 < end ? at + 1 : first;
    area +=
      (corners[at * 2]! - originX) * (corners[to * 2 + 1]! - originY) -
      (corners[to * 2]! - originX) * (corners[at * 2 + 1]! - originY);
  }
  return area > 0 ? -1 : 1;
}

import type { Projection } from '@groma/geo';
import type { Affine } from '../tiff/geo-transform.ts';
import { mercatorToDegrees } from './mercator-to-degrees.ts';
import { takeFloats } from './spare-arrays.ts';

/**
 * The picture that is wanted: its place in metres of web Mercator (EPSG:3857) or, with `toDegrees`, in the units of
 * another system, and its size in pixels.
 */
export interface Target {
  west: number;
  south: number;
  east: number;
  north: number;
  width: number;
  height: number;
  /** Positions of the other system, pairs one after another, as what the projection of the source takes. */
  toDegrees?: (positions: Float64Array) => Promise<Float64Array>;
}

/**
 * For the middle of each pixel of a target, the column and row in the source; not finite where there is none. Whoever
 * has used them up gives both arrays back.
 */
export interface SourcePositions {
  columns: Float64Array;
  rows: Float64Array;
}

/** Nodes of the first grid on a side, and of the last: beyond it each pixel is transformed. */
const [leastCells, mostCells] = [4, 64];
/**
 * Farthest that a place between nodes may be off, in pixels of the source: the tolerance gdalwarp takes for its
 * approximation.
 */
const tolerance = 0.125;
/** Positions that are converted at once where each pixel is. */
const pixelsAtOnce = 65_536;
/** Where in a cell it is compared with the exact place: its middle, and those of two edges. */
const tried = [
  [0.5, 0.5],
  [0.5, 0],
  [0, 0.5],
] as const;

/**
 * Where the pixels of a target lie in a source. Exact transforms stand at the nodes of a grid; between them lies a
 * plane. The grid is made finer until the middle of each cell and of its edges is at most 0.125 source pixels off.
 * @param toPixel coordinates of the source to columns and rows
 */
export async function sourcePositions(
  target: Target,
  projection: Pick<Projection, 'fromDegrees'>,
  toPixel: Affine,
): Promise<SourcePositions> {
  for (let cells = leastCells; cells <= mostCells; cells *= 2) {
    // The next grid is made only where this one is too coarse.
    // oxlint-disable-next-line no-await-in-loop
    const grid = await gridOf(target, cells, projection, toPixel);
    if (grid) return interpolated(target, cells, grid);
  }
  return everyPixel(target, projection, toPixel);
}

/**
 * The columns and rows of places of a target.
 * @param places columns and rows of the target, pairs one after another; overwritten
 */
export async function inSource(
  target: Target,
  places: Float64Array,
  projection: Pick<Projection, 'fromDegrees'>,
  { a, b, c, d, e, f }: Affine,
): Promise<Float64Array> {
  const [across, down] = [(target.east - target.west) / target.width, (target.south - target.north) / target.height];
  for (let at = 0; at < places.length; at += 2) {
    places[at] = target.west + places[at]! * across;
    places[at + 1] = target.north + places[at + 1]! * down;
  }
  const degrees = target.toDegrees ? await target.toDegrees(places) : mercatorToDegrees(places);
  const found = await projection.fromDegrees(degrees);
  for (let at = 0; at < found.length; at += 2) {
    const [x, y] = [found[at]!, found[at + 1]!];
    found[at] = a * x + b * y + c;
    found[at + 1] = d * x + e * y + f;
  }
  return found;
}

/**
 * The nodes of a grid, converted together with the places between them that it is tried at; null where one of these is
 * too far off.
 */
async function gridOf(
  target: Target,
  cells: number,
  projection: Pick<Projection, 'fromDegrees'>,
  toPixel: Affine,
): Promise<SourcePositions | null> {
  const { width, height } = target;
  const side = cells + 1;
  const places = new Float64Array((side * side + cells * cells * tried.length) * 2);
  let count = 0;
  const put = (column: number, row: number): void => {
    places[count] = (column / cells) * width;
    places[count + 1] = (row / cells) * height;
    count += 2;
  };
  for (let row = 0; row < side; row += 1) for (let column = 0; column < side; column += 1) put(column, row);
  for (let row = 0; row < cells; row += 1)
    for (let column = 0; column < cells; column += 1) for (const [inX, inY] of tried) put(column + inX, row + inY);
  const found = await inSource(target, places, projection, toPixel);
  const grid = { columns: new Float64Array(side * side), rows: new Float64Array(side * side) };
  for (let node = 0; node < side * side; node += 1)
    [grid.columns[node], grid.rows[node]] = [found[node * 2]!, found[node * 2 + 1]!];
  return isClose(cells, grid, found.subarray(side * side * 2)) ? grid : null;
}

function isClose(cells: number, grid: SourcePositions, exact: Float64Array): boolean {
  const side = cells + 1;
  let next = 0;
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1) {
      const at = row * side + column;
      for (const [inX, inY] of tried) {
        const isNear =
          Math.abs(exact[next]! - between(grid.columns, at, side, inX, inY)) <= tolerance &&
          Math.abs(exact[next + 1]! - between(grid.rows, at, side, inX, inY)) <= tolerance;
        if (!isNear) return false;
        next += 2;
      }
    }
  }
  return true;
}

function between(values: Float64Array, at: number, side: number, inX: number, inY: number): number {
  const top = values[at]! * (1 - inX) + values[at + 1]! * inX;
  const bottom = values[at + side]! * (1 - inX) + values[at + side + 1]! * inX;
  return top * (1 - inY) + bottom * inY;
}

function interpolated({ width, height }: Target, cells: number, grid: SourcePositions): SourcePositions {
  const side = cells + 1;
  const found = { columns: takeFloats(width * height), rows: takeFloats(width * height) };
  for (let row = 0; row < height; row += 1) {
    const down = ((row + 0.5) / height) * cells;
    const cellRow = Math.min(cells - 1, Math.floor(down));
    for (let cell = 0; cell < cells; cell += 1) {
      // Along a row of pixels a cell is a straight line: its start and its step are enough.
      const at = cellRow * side + cell;
      const [first, last] = [
        Math.ceil((cell / cells) * width - 0.5),
        Math.min(width - 1, Math.ceil(((cell + 1) / cells) * width - 0.5) - 1),
      ];
      fillLine(found.columns, row * width, first, last, grid.columns, at, side, down - cellRow, cells / width, cell);
      fillLine(found.rows, row * width, first, last, grid.rows, at, side, down - cellRow, cells / width, cell);
    }
  }
  return found;
}

function fillLine(
  into: Float64Array,
  rowAt: number,
  first: number,
  last: number,
  values: Float64Array,
  at: number,
  side: number,
  inY: number,
  step: number,
  cell: number,
): void {
  const left = values[at]! + (values[at + side]! - values[at]!) * inY;
  const right = values[at + 1]! + (values[at + side + 1]! - values[at + 1]!) * inY;
  for (let column = first; column <= last; column += 1)
    into[rowAt + column] = left + (right - left) * ((column + 0.5) * step - cell);
}

async function everyPixel(
  target: Target,
  projection: Pick<Projection, 'fromDegrees'>,
  toPixel: Affine,
): Promise<SourcePositions> {
  const { width, height } = target;
  const found = { columns: takeFloats(width * height), rows: takeFloats(width * height) };
  for (let first = 0; first < width * height; first += pixelsAtOnce) {
    const places = new Float64Array(Math.min(pixelsAtOnce, width * height - first) * 2);
    for (let at = 0; at < places.length; at += 2) {
      const pixel = first + at / 2;
      places[at] = (pixel % width) + 0.5;
      places[at + 1] = Math.floor(pixel / width) + 0.5;
    }
    // One part after the other: together they would be text of many megabytes.
    // oxlint-disable-next-line no-await-in-loop
    const part = await inSource(target, places, projection, toPixel);
    for (let at = 0; at < part.length; at += 2)
      [found.columns[first + at / 2], found.rows[first + at / 2]] = [part[at]!, part[at + 1]!];
  }
  return found;
}

import type { Affine } from '../tiff/geo-transform.ts';
import { applyAffine } from '../tiff/geo-transform.ts';
import type { Projection } from './projection.ts';
import { takeFloats } from './spare-arrays.ts';

/** The picture that is wanted: its place in the target system, and its size in pixels. */
export interface Target { west: number; south: number; east: number; north: number; width: number; height: number }

/** For the middle of each pixel of a target, the column and row in the source; not finite where there is none. Whoever has used them up gives both arrays back. */
export interface SourcePositions { columns: Float64Array; rows: Float64Array }

/** Nodes of the first grid on a side, and of the last: beyond it each pixel is transformed. */
const [leastCells, mostCells] = [4, 64];
/** Farthest that a place between nodes may be off, in pixels of the source: the tolerance gdalwarp takes for its approximation. */
const tolerance = 0.125;

/**
 * Where the pixels of a target lie in a source. Exact transforms stand at the nodes of a grid; between them lies a plane.
 * The grid is made finer until the middle of each cell and of its edges is at most 0.125 source pixels off.
 * @param toPixel coordinates of the source to columns and rows
 */
export function sourcePositions(target: Target, projection: Projection, toPixel: Affine): SourcePositions {
  const exact = (column: number, row: number): [number, number] => {
    const x = target.west + (column / target.width) * (target.east - target.west);
    const y = target.north - (row / target.height) * (target.north - target.south);
    const [sourceX, sourceY] = projection.toSource(x, y);
    return applyAffine(toPixel, sourceX, sourceY);
  };
  for (let cells = leastCells; cells <= mostCells; cells *= 2) {
    const grid = gridOf(target, cells, exact);
    if (isClose(target, cells, grid, exact)) return interpolated(target, cells, grid);
  }
  return everyPixel(target, exact);
}

type Exact = (column: number, row: number) => [number, number];

function gridOf({ width, height }: Target, cells: number, exact: Exact): SourcePositions {
  const side = cells + 1;
  const grid = { columns: new Float64Array(side * side), rows: new Float64Array(side * side) };
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      [grid.columns[row * side + column], grid.rows[row * side + column]] = exact((column / cells) * width, (row / cells) * height);
    }
  }
  return grid;
}

function isClose({ width, height }: Target, cells: number, grid: SourcePositions, exact: Exact): boolean {
  const side = cells + 1;
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1) {
      const at = row * side + column;
      for (const [inX, inY] of [[0.5, 0.5], [0.5, 0], [0, 0.5]] as const) {
        const [c, r] = exact(((column + inX) / cells) * width, ((row + inY) / cells) * height);
        const [gridC, gridR] = [between(grid.columns, at, side, inX, inY), between(grid.rows, at, side, inX, inY)];
        if (!(Math.abs(c - gridC) <= tolerance && Math.abs(r - gridR) <= tolerance)) return false;
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
      const [first, last] = [Math.ceil((cell / cells) * width - 0.5), Math.min(width - 1, Math.ceil(((cell + 1) / cells) * width - 0.5) - 1)];
      fillLine(found.columns, row * width, first, last, grid.columns, at, side, down - cellRow, cells / width, cell);
      fillLine(found.rows, row * width, first, last, grid.rows, at, side, down - cellRow, cells / width, cell);
    }
  }
  return found;
}

function fillLine(into: Float64Array, rowAt: number, first: number, last: number, values: Float64Array, at: number, side: number, inY: number, step: number, cell: number): void {
  const left = values[at]! + (values[at + side]! - values[at]!) * inY;
  const right = values[at + 1]! + (values[at + side + 1]! - values[at + 1]!) * inY;
  for (let column = first; column <= last; column += 1) into[rowAt + column] = left + (right - left) * ((column + 0.5) * step - cell);
}

function everyPixel({ width, height }: Target, exact: Exact): SourcePositions {
  const found = { columns: takeFloats(width * height), rows: takeFloats(width * height) };
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) [found.columns[row * width + column], found.rows[row * width + column]] = exact(column + 0.5, row + 0.5);
  }
  return found;
}

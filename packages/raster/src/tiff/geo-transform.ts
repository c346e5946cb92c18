import type { Directory } from './directory.ts';
import { tag } from './tag-table.ts';

/**
 * How pixels lie in a coordinate system: x = a·column + b·row + c, y = d·column + e·row + f, where whole numbers are
 * the corners of pixels (column 0, row 0 is the outer corner of the first).
 */
export interface Affine {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

/**
 * The place of an image by GeoTIFF 1.1 §7.1.2: a matrix, a scale with one tie point, or several tie points (ground
 * control points), through which the affine transform with the least squares is laid.
 * @param isPoint coordinates mean the middle of a pixel (GTRasterTypeGeoKey 2)
 * @returns null without a place
 */
export async function readTransform(directory: Directory, isPoint: boolean): Promise<Affine | null> {
  const matrix = await directory.values(tag.modelTransformation);
  const scale = await directory.values(tag.modelPixelScale);
  const ties = await directory.values(tag.modelTiepoint);
  const found =
    matrix.length >= 16
      ? { a: matrix[0]!, b: matrix[1]!, c: matrix[3]!, d: matrix[4]!, e: matrix[5]!, f: matrix[7]! }
      : scale.length >= 2 && ties.length >= 6
        ? ofScale(scale, ties)
        : ties.length >= 18
          ? throughPoints(ties)
          : null;
  if (!found || !Object.values(found).every(Number.isFinite) || found.a * found.e - found.b * found.d === 0)
    return null;
  return isPoint ? { ...found, c: found.c - (found.a + found.b) / 2, f: found.f - (found.d + found.e) / 2 } : found;
}

function ofScale(
  [scaleX = 0, scaleY = 0]: readonly number[],
  [column = 0, row = 0, , x = 0, y = 0]: readonly number[],
): Affine {
  return { a: scaleX, b: 0, c: x - column * scaleX, d: 0, e: -scaleY, f: y + row * scaleY };
}

/** Least squares over the tie points (column, row, height, x, y, height), by the normal equations about their means. */
function throughPoints(ties: readonly number[]): Affine | null {
  const points = Array.from({ length: Math.floor(ties.length / 6) }, (_, index) => ({
    column: ties[index * 6]!,
    row: ties[index * 6 + 1]!,
    x: ties[index * 6 + 3]!,
    y: ties[index * 6 + 4]!,
  }));
  const mean = (pick: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [column, row, x, y] = [
    mean((point) => point.column),
    mean((point) => point.row),
    mean((point) => point.x),
    mean((point) => point.y),
  ];
  let [cc, cr, rr, cx, rx, cy, ry] = [0, 0, 0, 0, 0, 0, 0];
  for (const point of points) {
    const [dc, dr] = [point.column - column, point.row - row];
    cc += dc * dc;
    cr += dc * dr;
    rr += dr * dr;
    cx += dc * (point.x - x);
    rx += dr * (point.x - x);
    cy += dc * (point.y - y);
    ry += dr * (point.y - y);
  }
  const determinant = cc * rr - cr * cr;
  if (determinant === 0) return null;
  const [a, b] = [(cx * rr - rx * cr) / determinant, (rx * cc - cx * cr) / determinant];
  const [d, e] = [(cy * rr - ry * cr) / determinant, (ry * cc - cy * cr) / determinant];
  return { a, b, c: x - a * column - b * row, d, e, f: y - d * column - e * row };
}

/** From coordinates to columns and rows. The determinant is not 0. */
export function invertAffine({ a, b, c, d, e, f }: Affine): Affine {
  const determinant = a * e - b * d;
  return {
    a: e / determinant,
    b: -b / determinant,
    c: (b * f - c * e) / determinant,
    d: -d / determinant,
    e: a / determinant,
    f: (c * d - a * f) / determinant,
  };
}

export function applyAffine({ a, b, c, d, e, f }: Affine, x: number, y: number): [x: number, y: number] {
  return [a * x + b * y + c, d * x + e * y + f];
}

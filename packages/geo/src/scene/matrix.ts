/** A 4 by 4 matrix in column order, in double precision: places on the globe need more than GPUs keep. */
export type Matrix = readonly number[];
export type Triple = readonly [x: number, y: number, z: number];

export const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** What has its height along y, as glTF, with its height along z. */
export const uprightTurn: Matrix = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];

/** The matrix that applies `inner` first, then `outer`. */
export function product(outer: Matrix, inner: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, at) => {
    const [column, row] = [Math.floor(at / 4), at % 4];
    return [0, 1, 2, 3].reduce((sum, each) => sum + outer[each * 4 + row]! * inner[column * 4 + each]!, 0);
  });
}

export function moved([x, y, z]: Triple): Matrix {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

/** Where a matrix without perspective takes a place. */
export function placed(m: Matrix, [x, y, z]: Triple): Triple {
  return [
    m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
    m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
    m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
  ];
}

/** The inverse of a matrix that turns and moves and does nothing else. */
export function turnedBack(m: Matrix): Matrix {
  const [x, y, z] = [m[12]!, m[13]!, m[14]!];
  const back = (at: number) => -(m[at]! * x + m[at + 1]! * y + m[at + 2]! * z);
  return [m[0]!, m[4]!, m[8]!, 0, m[1]!, m[5]!, m[9]!, 0, m[2]!, m[6]!, m[10]!, 0, back(0), back(4), back(8), 1];
}

/** How much a matrix makes things longer, along the axis where it does most. */
export function largestScale(m: Matrix): number {
  return Math.max(...[0, 4, 8].map((at) => Math.hypot(m[at]!, m[at + 1]!, m[at + 2]!)));
}

/** The matrix of a scale, a turn by a quaternion (x, y, z, w) after it and then a move, as nodes of glTF have it. */
export function composed(
  [tx, ty, tz]: readonly number[],
  [x, y, z, w]: readonly number[],
  [sx, sy, sz]: readonly number[],
): Matrix {
  const [a, b, c, d] = [x!, y!, z!, w!];
  return [
    (1 - 2 * (b * b + c * c)) * sx!,
    2 * (a * b + c * d) * sx!,
    2 * (a * c - b * d) * sx!,
    0,
    2 * (a * b - c * d) * sy!,
    (1 - 2 * (a * a + c * c)) * sy!,
    2 * (b * c + a * d) * sy!,
    0,
    2 * (a * c + b * d) * sz!,
    2 * (b * c - a * d) * sz!,
    (1 - 2 * (a * a + b * b)) * sz!,
    0,
    tx!,
    ty!,
    tz!,
    1,
  ];
}

/** Twice the signed area of a ring in its plane: positive where it runs counterclockwise. */
export function ringArea(coordinates: Float64Array, size: number, first: number, end: number): number {
  const [x0, y0] = [coordinates[first * size]!, coordinates[first * size + 1]!];
  let area = 0;
  for (let at = first; at + 1 < end; at++) {
    const [x1, y1] = [coordinates[at * size]! - x0, coordinates[at * size + 1]! - y0];
    const [x2, y2] = [coordinates[(at + 1) * size]! - x0, coordinates[(at + 1) * size + 1]! - y0];
    area += x1 * y2 - x2 * y1;
  }
  return area;
}

/** Turns the order of some positions round. */
export function reversePositions(values: Float64Array, size: number, first: number, end: number): void {
  for (let low = first, high = end - 1; low < high; low++, high--) {
    for (let axis = 0; axis < size; axis++) {
      const kept = values[low * size + axis]!;
      values[low * size + axis] = values[high * size + axis]!;
      values[high * size + axis] = kept;
    }
  }
}

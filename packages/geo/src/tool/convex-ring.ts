/**
 * The vertices of the convex hull of some positions, counterclockwise and closed, as pairs (Andrew, 1979, the monotone
 * chain). Null where they span no area.
 */
export function convexRing(coordinates: Float64Array, size: number, first: number, end: number): Float64Array | null {
  const order = Array.from({ length: end - first }, (_, at) => (first + at) * size).sort(
    (one, other) => coordinates[one]! - coordinates[other]! || coordinates[one + 1]! - coordinates[other + 1]!,
  );
  const ring: number[] = [];
  addChain(ring, coordinates, order, 0);
  const half = ring.length;
  addChain(ring, coordinates, order.reverse(), half - 1);
  if (ring.length < 4) return null;
  const pairs = new Float64Array(ring.length * 2);
  ring.forEach((at, index) => {
    pairs[index * 2] = coordinates[at]!;
    pairs[index * 2 + 1] = coordinates[at + 1]!;
  });
  return pairs;
}

/** Adds places that turn left, from `start` of the ring on, whose place there may be the first of the order. */
function addChain(ring: number[], coordinates: Float64Array, order: readonly number[], start: number): void {
  for (const at of order) {
    if (ring.length > 0 && isSame(coordinates, ring.at(-1)!, at)) continue;
    while (ring.length > start + 1 && !turnsLeft(coordinates, ring.at(-2)!, ring.at(-1)!, at)) ring.pop();
    ring.push(at);
  }
}

function isSame(coordinates: Float64Array, one: number, other: number): boolean {
  return coordinates[one] === coordinates[other] && coordinates[one + 1] === coordinates[other + 1];
}

function turnsLeft(coordinates: Float64Array, a: number, b: number, c: number): boolean {
  const [ax, ay] = [coordinates[a]!, coordinates[a + 1]!];
  return (coordinates[b]! - ax) * (coordinates[c + 1]! - ay) - (coordinates[b + 1]! - ay) * (coordinates[c]! - ax) > 0;
}

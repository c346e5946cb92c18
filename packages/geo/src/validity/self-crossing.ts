import type { Position } from '../coordinate.ts';

/** Pairs of edges that are compared at most, which takes some hundredths of a second. */
const mostPairs = 3_000_000;
/** Rings of at most so many edges are compared edge by edge, which is faster than putting them in order. */
const fewEdges = 16;

/**
 * True where two edges of a closed ring cross each other properly; a touch at a vertex does not count. Edges are swept
 * from west to east, so that usual rings take little more than a sort. A ring in which millions of edges lie above each
 * other is looked at only in part: it is then taken for one that does not cross itself.
 */
export function isSelfCrossing(ring: Position[]): boolean {
  const count = ring.length - 1;
  if (count <= fewEdges) return crossesSomewhere(ring, count);
  let pairs = mostPairs;
  const order = Array.from({ length: count }, (_, edge) => edge);
  const west = order.map((edge) => Math.min(ring[edge]![0]!, ring[edge + 1]![0]!));
  order.sort((one, other) => west[one]! - west[other]!);
  for (let place = 0; place < count; place++) {
    const edge = order[place]!;
    const [a, b] = [ring[edge]!, ring[edge + 1]!];
    const east = Math.max(a[0]!, b[0]!);
    for (let next = place + 1; next < count && west[order[next]!]! <= east; next++) {
      if (--pairs < 0) return false;
      const other = order[next]!;
      if (crosses(a, b, ring[other]!, ring[other + 1]!)) return true;
    }
  }
  return false;
}

function crossesSomewhere(ring: Position[], count: number): boolean {
  for (let edge = 0; edge < count; edge++) {
    for (let other = edge + 2; other < count; other++) {
      if (crosses(ring[edge]!, ring[edge + 1]!, ring[other]!, ring[other + 1]!)) return true;
    }
  }
  return false;
}

function crosses(a: Position, b: Position, c: Position, d: Position): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Which side of the line from a to b a point lies on. */
function side(a: Position, b: Position, point: Position): number {
  return Math.sign((b[0]! - a[0]!) * (point[1]! - a[1]!) - (b[1]! - a[1]!) * (point[0]! - a[0]!));
}

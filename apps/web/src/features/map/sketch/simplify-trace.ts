import type { Position } from '@groma/geo';

/**
 * A traced path with only the positions that are farther than `tolerance` from the line between those kept: Douglas and
 * Peucker, Cartographica 10 (1973). `across` and `up` are the degrees of one unit of tolerance.
 */
export function simplifyTrace(
  positions: readonly Position[],
  tolerance: number,
  across: number,
  up: number,
): Position[] {
  const points = positions.map(([longitude, latitude]) => [longitude! / across, latitude! / up] as const);
  const isKept = new Uint8Array(points.length);
  isKept[0] = isKept[points.length - 1] = 1;
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    let [farthest, at] = [tolerance, -1];
    for (let index = first + 1; index < last; index++) {
      const away = distanceToSegment(points[index]!, points[first]!, points[last]!);
      if (away > farthest) [farthest, at] = [away, index];
    }
    if (at < 0) continue;
    isKept[at] = 1;
    spans.push([first, at], [at, last]);
  }
  return positions.filter((_position, index) => isKept[index] === 1);
}

type Point = readonly [x: number, y: number];

function distanceToSegment([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / squared));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

import type { Position } from '@groma/geo';

/** Positions as a closed outer ring, counterclockwise as RFC 7946 has it. */
export function closedRing(positions: readonly Position[]): Position[] {
  const ring = [...positions, positions[0]!];
  let doubleArea = 0;
  for (let at = 1; at < ring.length; at++)
    doubleArea += ring[at - 1]![0]! * ring[at]![1]! - ring[at]![0]! * ring[at - 1]![1]!;
  return doubleArea < 0 ? ring.reverse() : ring;
}

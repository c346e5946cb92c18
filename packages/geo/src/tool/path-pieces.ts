import { RADIANS, SEMI_MAJOR } from '../measure/ellipsoid.ts';
import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { forEachPath } from './copy-row.ts';

/** How far an edge that is straight in degrees may lie from one that is straight in a plane, in metres. */
const sag = 0.1;
const [shortest, longest] = [200, 5_000];

/** Calls `edge` for the edges of a row, split so short that they are as good as straight in any plane around them. */
export function forEachEdge(
  geometry: BatchGeometry,
  row: number,
  edge: (x1: number, y1: number, x2: number, y2: number) => void,
  isWanted: (x1: number, y1: number, x2: number, y2: number) => boolean = () => true,
): void {
  const { coordinates, size } = geometry;
  forEachPath(geometry, row, (first, end) => {
    for (let at = first + 1; at < end; at++) {
      const [x1, y1] = [coordinates[(at - 1) * size]!, coordinates[(at - 1) * size + 1]!];
      const [x2, y2] = [coordinates[at * size]!, coordinates[at * size + 1]!];
      if (!isWanted(x1, y1, x2, y2)) continue;
      const pieces = piecesOf(x1, y1, x2, y2);
      for (let piece = 0; piece < pieces; piece++) {
        const [from, to] = [piece / pieces, (piece + 1) / pieces];
        edge(x1 + (x2 - x1) * from, y1 + (y2 - y1) * from, x1 + (x2 - x1) * to, y1 + (y2 - y1) * to);
      }
    }
  });
}

/** A parallel leaves its chord by L² tan φ / 8 r. */
function piecesOf(x1: number, y1: number, x2: number, y2: number): number {
  const across = (x2 - x1) * RADIANS * Math.cos(Math.min(Math.abs(y1), Math.abs(y2)) * RADIANS);
  const metres = SEMI_MAJOR * Math.hypot(across, (y2 - y1) * RADIANS);
  if (metres <= shortest) return 1;
  const tangent = Math.max(0.1, Math.tan(Math.min(89, Math.max(Math.abs(y1), Math.abs(y2))) * RADIANS));
  const most = Math.max(shortest, Math.min(longest, Math.sqrt((8 * SEMI_MAJOR * sag) / tangent)));
  return Math.ceil(metres / most);
}

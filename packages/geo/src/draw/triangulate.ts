import earcut from 'earcut';
import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { mercatorNorthing } from './web-mercator.ts';

/** What a fill is drawn from; indices count positions of `geometry.coordinates`. */
export type BatchTriangles = {
  /** Three positions for each triangle, features in row order. */
  indices: Uint32Array<ArrayBuffer>;
  /** The first position of each row, and one past the last: deck.gl's `startIndices` of a polygon layer. */
  rowStarts: Uint32Array<ArrayBuffer>;
};

/** What lines and outlines are drawn from. */
export type BatchPaths = {
  /** The first position of each line or ring, and one past the last: deck.gl's `startIndices` of a path layer. */
  starts: Uint32Array<ArrayBuffer>;
  /** The row each line or ring belongs to. */
  rows: Uint32Array<ArrayBuffer>;
};

/** Degrees of latitude within which the map's projection bends no edge by a pixel at zoom 20. */
const straightLatitudes = 0.01;

/**
 * Triangulates the polygons of a batch by ear clipping, holes left open (Held 2001; Mapbox earcut), as they are drawn:
 * in Web Mercator with straight edges. Triangles made in degrees would overlap and reach outside of a large polygon
 * there. Throws `TypeError` for a batch of another kind.
 */
export function triangulateBatch(geometry: BatchGeometry): BatchTriangles {
  const { features, coordinates, size } = geometry;
  const { members, rings } = polygonLevels(geometry);
  const rowCount = features.length - 1;
  // A polygon of n positions (closing ones included) and h holes has fewer than n + 2h triangles.
  const indices = new Uint32Array(3 * (coordinates.length / size + 2 * rings.length));
  const rowStarts = new Uint32Array(features.length);
  let at = 0;
  for (let row = 0; row < rowCount; row++) {
    rowStarts[row] = rings[members[features[row]!]!]!;
    for (let polygon = features[row]!; polygon < features[row + 1]!; polygon++)
      at = triangulatePolygon(geometry, rings.subarray(members[polygon]!, members[polygon + 1]! + 1), indices, at);
  }
  rowStarts[rowCount] = coordinates.length / size;
  return { indices: indices.slice(0, at), rowStarts };
}

/** Where the lines, or the rings of the polygons, of a batch begin. Throws `TypeError` for a batch of points. */
export function batchPaths(geometry: BatchGeometry): BatchPaths {
  const { kind, features, members } = geometry;
  if (kind === 'point' || !members) throw new TypeError('A batch of points has no paths');
  const starts = Uint32Array.from(kind === 'line' ? members : geometry.rings!);
  const rows = new Uint32Array(starts.length - 1);
  for (let row = 0; row < features.length - 1; row++) {
    const first = kind === 'line' ? features[row]! : members[features[row]!]!;
    const end = kind === 'line' ? features[row + 1]! : members[features[row + 1]!]!;
    rows.fill(row, first, end);
  }
  return { starts, rows };
}

/** The row of each position of a batch, for layers that draw one mark for each position. */
export function positionRows({ kind, features, members, rings }: BatchGeometry): Uint32Array<ArrayBuffer> {
  const positionOf = (member: number): number =>
    kind === 'point' ? member : kind === 'line' ? members![member]! : rings![members![member]!]!;
  const rowCount = features.length - 1;
  const rows = new Uint32Array(positionOf(features[rowCount]!));
  for (let row = 0; row < rowCount; row++) rows.fill(row, positionOf(features[row]!), positionOf(features[row + 1]!));
  return rows;
}

function triangulatePolygon(
  { coordinates, size }: BatchGeometry,
  rings: Int32Array,
  indices: Uint32Array,
  at: number,
): number {
  const first = rings[0]!;
  const flat = asDrawn(coordinates.subarray(first * size, rings.at(-1)! * size), size);
  const holes = rings.length > 2 ? Array.from(rings.subarray(1, -1), (start) => start - first) : null;
  for (const index of earcut(flat, holes, size)) indices[at++] = index + first;
  return at;
}

/** Positions with northings of the map instead of latitudes, unless they lie so close that it makes no difference. */
function asDrawn(coordinates: Float64Array, size: number): Float64Array {
  let [south, north] = [Infinity, -Infinity];
  for (let at = 1; at < coordinates.length; at += size) {
    south = Math.min(south, coordinates[at]!);
    north = Math.max(north, coordinates[at]!);
  }
  if (north - south < straightLatitudes) return coordinates;
  const drawn = coordinates.slice();
  for (let at = 1; at < drawn.length; at += size) drawn[at] = mercatorNorthing(drawn[at]!);
  return drawn;
}

function polygonLevels({ kind, members, rings }: BatchGeometry): { members: Int32Array; rings: Int32Array } {
  if (kind !== 'polygon' || !members || !rings) throw new TypeError('Only polygons are triangulated');
  return { members, rings };
}

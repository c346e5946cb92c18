import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { mercatorNorthing } from './web-mercator.ts';

/**
 * How far an edge may lie from its place on the map, in degrees of longitude at the equator: half a pixel at zoom 11.
 */
const tolerance = 360 / (2 * 512 * 2 ** 11);
const mostPieces = 256;

/**
 * Inserts positions into edges that are straight in degrees but would be drawn elsewhere as straight lines of the Web
 * Mercator map. Gives the same object where no edge is that long; points are left alone.
 */
export function splitLongEdges(geometry: BatchGeometry): BatchGeometry {
  const { kind, size, coordinates } = geometry;
  const starts = kind === 'line' ? geometry.members : kind === 'polygon' ? geometry.rings : null;
  if (!starts) return geometry;
  const pieces = piecesOf(coordinates, size, starts);
  if (!pieces) return geometry;
  const placeOf = new Int32Array(pieces.length + 1);
  pieces.forEach((count, position) => {
    placeOf[position + 1] = placeOf[position]! + count;
  });
  const split = { ...geometry, coordinates: insert(coordinates, size, pieces, placeOf) };
  const moved = starts.map((start) => placeOf[start]!);
  return kind === 'line' ? { ...split, members: moved } : { ...split, rings: moved };
}

/**
 * How many positions stand for each one afterwards: itself, and those inserted before the next; null where none are.
 */
function piecesOf(coordinates: Float64Array, size: number, starts: Int32Array): Uint16Array | null {
  let pieces: Uint16Array | null = null;
  for (let path = 0; path + 1 < starts.length; path++) {
    for (let at = starts[path]!; at + 1 < starts[path + 1]!; at++) {
      const count = edgePieces(
        coordinates[at * size]!,
        coordinates[at * size + 1]!,
        coordinates[(at + 1) * size]!,
        coordinates[(at + 1) * size + 1]!,
      );
      if (count === 1) continue;
      pieces ??= new Uint16Array(coordinates.length / size).fill(1);
      pieces[at] = count;
    }
  }
  return pieces;
}

/**
 * How many straight lines of the Web Mercator map an edge between two positions in degrees is drawn by. The distance
 * between the middles of both lines falls with the square of that number.
 */
export function edgePieces(west: number, south: number, east: number, north: number): number {
  const [across, up] = [east - west, north - south];
  // Short edges, and those along a meridian or a parallel, lie where they belong.
  if (Math.abs(across * up) < 1e-3) return 1;
  const [from, to] = [mercatorNorthing(south), mercatorNorthing(north)];
  const off = Math.abs(mercatorNorthing(south + up / 2) - (from + to) / 2);
  const distance = (off * Math.abs(across)) / Math.hypot(across, to - from);
  return distance <= tolerance ? 1 : Math.min(mostPieces, Math.ceil(Math.sqrt(distance / tolerance)));
}

function insert(
  coordinates: Float64Array,
  size: number,
  pieces: Uint16Array,
  placeOf: Int32Array,
): Float64Array<ArrayBuffer> {
  const all = new Float64Array(placeOf.at(-1)! * size);
  pieces.forEach((count, position) => {
    for (let piece = 0; piece < count; piece++) {
      for (let axis = 0; axis < size; axis++) {
        const from = coordinates[position * size + axis]!;
        const step = piece === 0 ? 0 : (coordinates[(position + 1) * size + axis]! - from) * (piece / count);
        all[(placeOf[position]! + piece) * size + axis] = from + step;
      }
    }
  });
  return all;
}

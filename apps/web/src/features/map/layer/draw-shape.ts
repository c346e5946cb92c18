import { type BatchGeometry, type BatchPaths, type Bbox, emptyBbox, extendBbox, isEmptyBbox } from '@groma/geo';

/** What the graphics card is given of a batch; it keeps these, the page does not. */
export interface DrawShape {
  /**
   * Positions as the shaders of deck.gl take doubles: the numbers of a position in single precision, then what each
   * lacks. One empty position stands before the first and two after the last: a piece of a line looks at its
   * neighbours.
   */
  positions: Float32Array<ArrayBuffer>;
  /** Fills: three positions a triangle. */
  triangles: Uint32Array<ArrayBuffer> | null;
  /** Outlines as hairlines: two positions for each edge of a ring. */
  edges: Uint32Array<ArrayBuffer> | null;
}

/** Empty positions before the first. */
export const leadingPositions = 1;
const trailingPositions = 2;

/** Coordinates as pairs of a number in single precision and its rest. A height that is not there is 0. */
export function pairedPositions({
  coordinates,
  size,
}: Pick<BatchGeometry, 'coordinates' | 'size'>): Float32Array<ArrayBuffer> {
  const count = coordinates.length / size;
  const paired = new Float32Array((leadingPositions + count + trailingPositions) * 2 * size);
  for (let position = 0; position < count; position++) {
    const at = (leadingPositions + position) * 2 * size;
    for (let axis = 0; axis < size; axis++) {
      const value = coordinates[position * size + axis]! || 0;
      const near = Math.fround(value);
      paired[at + axis] = near;
      paired[at + size + axis] = value - near;
    }
  }
  return paired;
}

/** The edges of rings that begin at `starts`. */
export function outlineEdges({ starts }: Pick<BatchPaths, 'starts'>): Uint32Array<ArrayBuffer> {
  const rings = starts.length - 1;
  const edges = new Uint32Array(2 * (starts[rings]! - rings));
  let at = 0;
  for (let ring = 0; ring < rings; ring++) {
    for (let position = starts[ring]!; position < starts[ring + 1]! - 1; position++) {
      edges[at++] = position;
      edges[at++] = position + 1;
    }
  }
  return edges;
}

/** What the path layer of deck.gl does at each position: 1 begins a line, 2 ends it with the next, 4 draws nothing. */
export function segmentTypes({ starts }: Pick<BatchPaths, 'starts'>): Uint8Array<ArrayBuffer> {
  const types = new Uint8Array(starts.at(-1)!);
  for (let path = 0; path < starts.length - 1; path++) {
    const [first, last] = [starts[path]!, starts[path + 1]! - 1];
    if (last < first) continue;
    if (last > first) {
      types[first]! |= 1;
      types[last - 1]! |= 2;
    }
    types[last] = 4;
  }
  return types;
}

/** West, south, east, north of all positions; null where there are none. */
export function positionsBox({ coordinates, size }: Pick<BatchGeometry, 'coordinates' | 'size'>): Bbox | null {
  const box = emptyBbox();
  for (let at = 0; at < coordinates.length; at += size) extendBbox(box, coordinates[at]!, coordinates[at + 1]!);
  return isEmptyBbox(box) ? null : box;
}

import { batchPaths, positionRows, triangulateBatch, type BatchGeometry } from '@groma/geo';

/** What one batch of features is drawn from: flat arrays that go to the graphics card as they are. */
export interface DrawBatch {
  /** Unique in its layer; a batch with the same id takes its place. */
  id: string;
  kind: 'point' | 'line' | 'polygon';
  /** The feature id of each row. */
  fids: Int32Array<ArrayBuffer>;
  /** Numbers of a position in `positions`. */
  size: 2 | 3;
  /** Degrees, and metres where there is a third number. */
  positions: Float64Array<ArrayBuffer>;
  /** Fills: three positions a triangle, and the first position of each row. */
  fill: { indices: Uint32Array<ArrayBuffer>; rowStarts: Uint32Array<ArrayBuffer> } | null;
  /** Outlines as hairlines: two positions for each edge of a ring. */
  outline: Uint32Array<ArrayBuffer> | null;
  /** Lines and outlines: the first position of each, and the row it belongs to. */
  paths: { starts: Uint32Array<ArrayBuffer>; rows: Uint32Array<ArrayBuffer> } | null;
  /** Points: the row of each position. */
  positionRows: Uint32Array<ArrayBuffer> | null;
}

/** Prepares a batch for drawing. `geometry` is left alone. */
export function toDrawBatch(id: string, geometry: BatchGeometry, fids: Int32Array): DrawBatch {
  const { kind, size } = geometry;
  const paths = kind === 'point' ? null : batchPaths(geometry);
  return {
    id, kind, size, fids: fids.slice(), positions: geometry.coordinates.slice(),
    fill: kind === 'polygon' ? triangulateBatch(geometry) : null,
    outline: kind === 'polygon' && paths ? outlineEdges(paths.starts) : null,
    paths,
    positionRows: kind === 'point' ? positionRows(geometry) : null,
  };
}

/** The edges of rings that begin at `starts`. */
function outlineEdges(starts: Uint32Array): Uint32Array<ArrayBuffer> {
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

/** The memory of a batch, to be handed over instead of copied. */
export function buffersOf({ fids, positions, fill, outline, paths, positionRows: rows }: DrawBatch): ArrayBuffer[] {
  return [fids, positions, outline, fill?.indices, fill?.rowStarts, paths?.starts, paths?.rows, rows].flatMap((array) => (array ? [array.buffer] : []));
}

/** The geometry of some rows of a batch, in the order given. */
export function keepRows(geometry: BatchGeometry, rows: Int32Array): BatchGeometry {
  const features = keepChildren(geometry.features, rows);
  const members = geometry.members && keepChildren(geometry.members, features.children);
  const rings = geometry.rings && keepChildren(geometry.rings, members?.children ?? features.children);
  const picked = (rings ?? members ?? features).children;
  const { size } = geometry;
  const coordinates = new Float64Array(picked.length * size);
  picked.forEach((position, index) => {
    for (let at = 0; at < size; at++) coordinates[index * size + at] = geometry.coordinates[position * size + at]!;
  });
  return { ...geometry, coordinates, features: features.offsets, members: members?.offsets ?? null, rings: rings?.offsets ?? null };
}

/** Offsets of the kept parents, and the indices of all their children. */
function keepChildren(offsets: Int32Array, parents: Int32Array): { offsets: Int32Array; children: Int32Array } {
  const kept = new Int32Array(parents.length + 1);
  parents.forEach((parent, index) => { kept[index + 1] = kept[index]! + offsets[parent + 1]! - offsets[parent]!; });
  const children = new Int32Array(kept.at(-1)!);
  parents.forEach((parent, index) => {
    const first = offsets[parent]!;
    for (let at = kept[index]!; at < kept[index + 1]!; at++) children[at] = first + at - kept[index]!;
  });
  return { offsets: kept, children };
}

import { batchPaths, positionRows, splitLongEdges, triangulateBatch, type BatchGeometry, type Bbox } from '@groma/geo';
import { outlineEdges, pairedPositions, positionsBox, type DrawShape } from './draw-shape.ts';

/**
 * One batch of features as it is drawn. What is to be coloured stays with the page, the shape goes to the graphics
 * card.
 */
export interface DrawBatch {
  /** Unique in its layer; a batch with the same id takes its place. */
  id: string;
  kind: 'point' | 'line' | 'polygon';
  /** The feature id of each row. */
  fids: Int32Array<ArrayBuffer>;
  /** Numbers of a position: degrees, and metres where there is a third. */
  size: 2 | 3;
  /** How many positions there are. */
  count: number;
  /** West, south, east, north; null without positions. */
  box: Bbox | null;
  /** Areas: the first position of each row. */
  rowStarts: Uint32Array<ArrayBuffer> | null;
  /** Lines and outlines: the first position of each, and the row it belongs to. */
  paths: { starts: Uint32Array<ArrayBuffer>; rows: Uint32Array<ArrayBuffer> } | null;
  /** Points: the row of each position; null where each row is one point. */
  positionRows: Uint32Array<ArrayBuffer> | null;
  /** Null once the graphics card has it; the worker makes it again. */
  shape: DrawShape | null;
}

/** Prepares a batch for drawing. `kept` is left alone. */
export function toDrawBatch(id: string, kept: BatchGeometry, fids: Int32Array): DrawBatch {
  const geometry = splitLongEdges(kept);
  const { kind, size, coordinates, features } = geometry;
  const paths = kind === 'point' ? null : batchPaths(geometry);
  const fill = kind === 'polygon' ? triangulateBatch(geometry) : null;
  const count = coordinates.length / size;
  return {
    id,
    kind,
    size,
    count,
    fids: fids.slice(),
    box: positionsBox(geometry),
    rowStarts: fill?.rowStarts ?? null,
    paths,
    positionRows: kind === 'point' && features.length - 1 !== count ? positionRows(geometry) : null,
    shape: {
      positions: pairedPositions(geometry),
      triangles: fill?.indices ?? null,
      edges: fill && paths ? outlineEdges(paths) : null,
    },
  };
}

/** The memory of a batch, to be handed over instead of copied. */
export function buffersOf({ fids, rowStarts, paths, positionRows: rows, shape }: DrawBatch): ArrayBuffer[] {
  return [fids, rowStarts, paths?.starts, paths?.rows, rows, shape?.positions, shape?.triangles, shape?.edges].flatMap(
    (array) => (array ? [array.buffer] : []),
  );
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
  return {
    ...geometry,
    coordinates,
    features: features.offsets,
    members: members?.offsets ?? null,
    rings: rings?.offsets ?? null,
  };
}

/** Offsets of the kept parents, and the indices of all their children. */
function keepChildren(offsets: Int32Array, parents: Int32Array): { offsets: Int32Array; children: Int32Array } {
  const kept = new Int32Array(parents.length + 1);
  parents.forEach((parent, index) => {
    kept[index + 1] = kept[index]! + offsets[parent + 1]! - offsets[parent]!;
  });
  const children = new Int32Array(kept.at(-1)!);
  parents.forEach((parent, index) => {
    const first = offsets[parent]!;
    for (let at = kept[index]!; at < kept[index + 1]!; at++) children[at] = first + at - kept[index]!;
  });
  return { offsets: kept, children };
}

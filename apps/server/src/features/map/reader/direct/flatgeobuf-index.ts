import { INDEX_NODE_SIZE } from './flatgeobuf-head.ts';

/** Doubles of a node: its box, then the place of its feature or of its first child. */
const nodeDoubles = 5;
export const NODE_BYTES = nodeDoubles * 8;

/** How many nodes an index has over so many features, all levels together. */
export function countIndexNodes(features: number, nodeSize: number): number {
  let level = features;
  let count = features;
  do {
    level = Math.ceil(level / nodeSize);
    count += level;
  } while (level > 1);
  return count;
}

/**
 * The packed R-tree of FlatGeobuf over features in the order in which they lie in the file: `boxes` holds west, south,
 * east and north of each, `places` where each begins behind the index. Source: flatgeobuf.org, packed R-tree.
 */
export function flatGeobufIndex(boxes: Float64Array, places: Float64Array): Buffer {
  const count = places.length;
  const nodes = new Float64Array(countIndexNodes(count, INDEX_NODE_SIZE) * nodeDoubles);
  const whole = new BigUint64Array(nodes.buffer);
  // The leaves stand at the end, the root in front.
  let from = nodes.length / nodeDoubles - count;
  for (let leaf = 0; leaf < count; leaf++) {
    nodes.set(boxes.subarray(leaf * 4, leaf * 4 + 4), (from + leaf) * nodeDoubles);
    whole[(from + leaf) * nodeDoubles + 4] = BigInt(places[leaf]!);
  }
  for (let length = count; from > 0;) {
    const parents = Math.ceil(length / INDEX_NODE_SIZE);
    const to = from - parents;
    for (let parent = 0; parent < parents; parent++) {
      const first = from + parent * INDEX_NODE_SIZE;
      const end = Math.min(first + INDEX_NODE_SIZE, from + length);
      nodes.set(boxAround(nodes, first, end), (to + parent) * nodeDoubles);
      whole[(to + parent) * nodeDoubles + 4] = BigInt(first);
    }
    [from, length] = [to, parents];
  }
  return Buffer.from(nodes.buffer);
}

function boxAround(nodes: Float64Array, first: number, end: number): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = first * nodeDoubles; at < end * nodeDoubles; at += nodeDoubles) {
    if (nodes[at]! < box[0]) box[0] = nodes[at]!;
    if (nodes[at + 1]! < box[1]) box[1] = nodes[at + 1]!;
    if (nodes[at + 2]! > box[2]) box[2] = nodes[at + 2]!;
    if (nodes[at + 3]! > box[3]) box[3] = nodes[at + 3]!;
  }
  return box;
}

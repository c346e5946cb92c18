import type { WorkflowNode } from '@groma/model';

/** How selected nodes are put in line: at one place across or down, or with even spaces between them. */
export const alignments = ['column', 'row', 'across', 'down'] as const;
export type Alignment = (typeof alignments)[number];

/**
 * New places of nodes, in pixels of the canvas. A column has the place across of the leftmost, a row that down of the
 * topmost; nodes that are distributed keep the first and the last where they are. Nodes are all of one size.
 */
export function alignNodes(nodes: readonly WorkflowNode[], how: Alignment): Map<string, WorkflowNode['position']> {
  const axis = how === 'column' || how === 'across' ? 'x' : 'y';
  const inOrder = nodes.toSorted((one, other) => one.position[axis] - other.position[axis]);
  const [first, last] = [inOrder[0]?.position[axis] ?? 0, inOrder.at(-1)?.position[axis] ?? 0];
  const isEven = how === 'across' || how === 'down';
  const step = isEven && inOrder.length > 1 ? (last - first) / (inOrder.length - 1) : 0;
  return new Map(inOrder.map(({ id, position }, at) => [id, { ...position, [axis]: first + step * at }]));
}

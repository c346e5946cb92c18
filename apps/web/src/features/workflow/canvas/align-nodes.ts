import type { WorkflowNode } from '@groma/model';

/** How selected nodes are put in line: at an edge or the middle of all of them, or with even spaces between them. */
export const alignments = ['left', 'centre', 'right', 'top', 'middle', 'bottom', 'across', 'down'] as const;
export type Alignment = (typeof alignments)[number];

/** How many nodes must be selected: between two there is nothing to distribute. */
export function leastToAlign(how: Alignment): 2 | 3 {
  return how === 'across' || how === 'down' ? 3 : 2;
}

/**
 * New places of nodes, in pixels of the canvas. They are put at the edge of the outermost, or in the middle between the
 * outermost two; nodes that are distributed keep the first and the last where they are. Nodes are all of one size.
 */
export function alignNodes(nodes: readonly WorkflowNode[], how: Alignment): Map<string, WorkflowNode['position']> {
  const axis = how === 'left' || how === 'centre' || how === 'right' || how === 'across' ? 'x' : 'y';
  const inOrder = nodes.toSorted((one, other) => one.position[axis] - other.position[axis]);
  const [first, last] = [inOrder[0]?.position[axis] ?? 0, inOrder.at(-1)?.position[axis] ?? 0];
  const place = placeOf(how, first, last, inOrder.length);
  return new Map(inOrder.map(({ id, position }, at) => [id, { ...position, [axis]: place(at) }]));
}

function placeOf(how: Alignment, first: number, last: number, count: number): (at: number) => number {
  switch (how) {
    case 'left':
    case 'top':
      return () => first;
    case 'centre':
    case 'middle':
      return () => (first + last) / 2;
    case 'right':
    case 'bottom':
      return () => last;
    case 'across':
    case 'down': {
      const step = count > 1 ? (last - first) / (count - 1) : 0;
      return (at) => first + step * at;
    }
  }
}

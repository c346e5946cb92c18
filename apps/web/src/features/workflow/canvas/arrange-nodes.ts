import { graphlib, layout } from '@dagrejs/dagre';
import type { WorkflowGraph } from '@groma/model';
import { nodeSize } from './flow-node.tsx';

/**
 * Places for all nodes from left to right in the order of their connections, in pixels of the canvas; cycles do no
 * harm.
 */
export function arrangeNodes({ nodes, edges }: WorkflowGraph): Map<string, { x: number; y: number }> {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 40, ranksep: 90 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...nodeSize });
  for (const { source, target } of edges) graph.setEdge(source, target);
  layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x, y } = graph.node(id) as { x: number; y: number };
      return [id, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }];
    }),
  );
}

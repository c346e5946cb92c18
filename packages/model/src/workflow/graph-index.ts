import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from './workflow-graph.ts';

/** A graph by ids: what leads to a node and away from it is found at once, however many nodes there are. */
export interface GraphIndex {
  nodes: ReadonlyMap<string, WorkflowNode>;
  incoming: ReadonlyMap<string, readonly WorkflowEdge[]>;
  outgoing: ReadonlyMap<string, readonly WorkflowEdge[]>;
}

const known = new WeakMap<object, GraphIndex>();

/** The index of a graph, which is made once: graphs are read anew when they change. */
export function indexOf(graph: Pick<WorkflowGraph, 'nodes' | 'edges'>): GraphIndex {
  const found = known.get(graph);
  if (found) return found;
  const index = {
    nodes: new Map(graph.nodes.map((node) => [node.id, node])),
    incoming: Map.groupBy(graph.edges, ({ target }) => target),
    outgoing: Map.groupBy(graph.edges, ({ source }) => source),
  };
  known.set(graph, index);
  return index;
}

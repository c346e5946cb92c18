import { addToWorkflow, newWorkflowEdge, workflowEdges, type WorkflowGraph } from '@groma/model';
import type * as Y from 'yjs';

/** Whether two nodes may be connected: nothing leads into an input or out of an output, and none to itself or twice. */
export function canConnect({ nodes, edges }: WorkflowGraph, source: string, target: string): boolean {
  const typeOf = (id: string) => nodes.find((node) => node.id === id)?.type;
  const [from, to] = [typeOf(source), typeOf(target)];
  if (!from || !to || source === target || from === 'output' || to === 'input') return false;
  return !edges.some((edge) => edge.source === source && edge.target === target);
}

/** Connects two nodes that may be. The id is made from the time; one that is taken is given no second time. */
export function connectNodes(doc: Y.Doc, graph: WorkflowGraph, source: string, target: string): void {
  if (!canConnect(graph, source, target)) return;
  let now = Date.now();
  while (workflowEdges(doc).has(newWorkflowEdge(source, target, now).id)) now += 1;
  addToWorkflow(doc, { nodes: [], edges: [newWorkflowEdge(source, target, now)] });
}

import { workflowPorts, type PortContext, type WorkflowGraph, type WorkflowNode } from '@groma/model';
import { findKnownTool } from '../../../registry/own-tools.ts';

/** What ports depend on beside the graph; made anew for each look at a graph, which it remembers. */
export function graphContext(): PortContext {
  return { findTool: findKnownTool };
}

/** The names of the ports of a node; the tables of a query are those that wires name, and `newTable` makes another. */
export function portNames(
  graph: Pick<WorkflowGraph, 'edges'>,
  node: WorkflowNode,
): { inputs: string[]; outputs: string[] } {
  const { inputs, outputs, isOpen } = workflowPorts(node, graphContext());
  const tables = isOpen
    ? graph.edges.flatMap(({ target, targetHandle }) => (target === node.id ? [targetHandle ?? ''] : []))
    : [];
  return {
    inputs: [...new Set([...inputs.map(({ name }) => name), ...tables, ...(isOpen ? [newTable] : [])])],
    outputs: outputs.map(({ name }) => name),
  };
}

/** The port of a query that is no table yet. */
export const newTable = '+';

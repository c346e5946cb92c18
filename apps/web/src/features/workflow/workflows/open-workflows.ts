import type { Alignment } from '../canvas/align-nodes.ts';
import type { NewNode } from '../graph/new-nodes.ts';

/** What commands do to a workflow that is open here and may be edited. */
interface OpenWorkflow {
  addNode(type: NewNode): void;
  /** How many nodes are selected. */
  selectedCount: number;
  /** Puts the selected nodes in line. */
  align(how: Alignment): void;
}

const open = new Map<string, OpenWorkflow>();

/** Lends an open workflow to commands; answers how it is taken back. */
export function lendWorkflow(workflowId: string, lent: OpenWorkflow): () => void {
  open.set(workflowId, lent);
  return () => {
    if (open.get(workflowId) === lent) open.delete(workflowId);
  };
}

export function findOpenWorkflow(workflowId: string): OpenWorkflow | undefined {
  return open.get(workflowId);
}

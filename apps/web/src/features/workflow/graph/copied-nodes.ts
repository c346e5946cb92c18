import { workflowEdge, workflowNode, type WorkflowGraph } from '@groma/model';
import { z } from 'zod';

/** How far a pasted node lies from the one it was copied of, in pixels of the canvas. */
const pasteShift = 40;
const mostCopied = 500;

const copied = z.object({
  groma: z.literal('workflow-nodes'),
  nodes: z.array(workflowNode).min(1).max(mostCopied),
  edges: z.array(workflowEdge).max(mostCopied * 4),
});

/** Selected nodes with the connections between them, as a text for the clipboard; null without any. */
export function copyNodes(graph: WorkflowGraph, ids: ReadonlySet<string>): string | null {
  const nodes = graph.nodes.filter(({ id }) => ids.has(id));
  if (nodes.length === 0) return null;
  const edges = graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  return JSON.stringify({ groma: 'workflow-nodes', nodes, edges });
}

/** Nodes of a text of the clipboard, with new ids and a little aside; null for any other text. */
export function readCopied(text: string, makeId: () => string): WorkflowGraph | null {
  const { success, data } = copied.safeParse(parsed(text));
  if (!success) return null;
  const ids = new Map(data.nodes.map(({ id }) => [id, makeId()]));
  return {
    nodes: data.nodes.map((node) => ({
      ...node,
      id: ids.get(node.id)!,
      position: { x: node.position.x + pasteShift, y: node.position.y + pasteShift },
    })),
    edges: data.edges.flatMap((edge) => {
      const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
      return source && target ? [{ ...edge, id: `edge-${makeId()}`, source, target }] : [];
    }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

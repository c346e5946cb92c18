import {
  parameterOf,
  workflowEdge,
  workflowNode,
  workflowParameter,
  type WorkflowGraph,
  type WorkflowNode,
} from '@groma/model';
import { z } from 'zod';

/** How far a pasted node lies from the one it was copied of, in pixels of the canvas. */
const pasteShift = 40;
const mostCopied = 500;

const copied = z.object({
  groma: z.literal('workflow-nodes'),
  nodes: z.array(workflowNode).min(1).max(mostCopied),
  edges: z.array(workflowEdge).max(mostCopied * 4),
  /** Those that the nodes take values from. */
  parameters: z.array(workflowParameter).max(mostCopied).default([]),
});

/**
 * Selected nodes with the connections between them and the parameters that they use, as a text for the clipboard; null
 * without any.
 */
export function copyNodes(graph: WorkflowGraph, ids: ReadonlySet<string>): string | null {
  const nodes = graph.nodes.filter(({ id }) => ids.has(id));
  if (nodes.length === 0) return null;
  const edges = graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  const used = new Set(nodes.flatMap(parametersOf));
  const parameters = graph.parameters?.filter(({ name }) => used.has(name)) ?? [];
  return JSON.stringify({ groma: 'workflow-nodes', nodes, edges, parameters });
}

/** Names of the parameters that a node takes values from. */
function parametersOf({ type, data }: WorkflowNode): string[] {
  const fields: unknown[] = Object.values(type === 'tool' ? data.parameters : data);
  const bound = fields.map(parameterOf).filter((name) => name !== null);
  const named = type === 'query' ? [...data.query.matchAll(/\$([A-Za-z_]\w*)/g)].map(([, name]) => name!) : [];
  return [...bound, ...named];
}

/**
 * Nodes of a text of the clipboard, with new ids and a little aside; null for any other text. Parameters of names that
 * `graph` has already stay as they are there.
 */
export function readCopied(
  text: string,
  makeId: () => string,
  graph: Pick<WorkflowGraph, 'parameters'> = {},
): WorkflowGraph | null {
  const { success, data } = copied.safeParse(parsed(text));
  if (!success) return null;
  const known = new Set(graph.parameters?.map(({ name }) => name));
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
    parameters: data.parameters.filter(({ name }) => !known.has(name)),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

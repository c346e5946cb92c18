import {
  addToWorkflow,
  findCycle,
  indexOfGraph,
  isBasicNode,
  newWorkflowEdge,
  wireProblem,
  workflowEdges,
  workflowText,
  type PortContext,
  type Wire,
  type WorkflowEdge,
  type WorkflowGraph,
  type WorkflowNode,
  type WorkflowText,
} from '@groma/model';
import type * as Y from 'yjs';
import { graphContext, newTable, portNames } from './graph-context.ts';

/**
 * Why a wire does not fit, in the words of the model; null where it does. None goes from a node to itself, twice, or
 * around.
 */
export function connectionProblem(
  graph: WorkflowGraph,
  wire: Wire,
  context: PortContext = graphContext(),
): WorkflowText | null {
  const { nodes, incoming } = indexOfGraph(graph);
  const [source, target] = [nodes.get(wire.source), nodes.get(wire.target)];
  if (!source || !target) return workflowText('general.unknownPort', { port: '' });
  const named = { ...wire, targetHandle: tableOf(graph, wire, source) };
  const problem = wireProblem(graph, named, context);
  if (problem) return problem;
  const isThere = incoming
    .get(wire.target)
    ?.some(
      (edge) =>
        edge.source === wire.source &&
        isSame(edge.sourceHandle, wire.sourceHandle) &&
        isSame(edge.targetHandle, named.targetHandle),
    );
  if (isThere) return workflowText('general.portTaken', { input: named.targetHandle ?? 'in' });
  // A circle of basic nodes may be drawn: it is an issue then, as the specification has it (WFL-096).
  if (isBasicNode(source) && isBasicNode(target)) return null;
  if (!nodesBefore(graph, wire.source).has(wire.target)) return null;
  const circle = findCycle({
    nodes: graph.nodes,
    edges: [...graph.edges, { ...newWorkflowEdge('', ''), ...wire, id: '' }],
  });
  if (!circle) return null;
  const labels = circle.map((id) => graph.nodes.find((node) => node.id === id)?.data.label ?? id);
  return workflowText('general.loop', { nodes: labels.join(' → ') });
}

/**
 * Whether two nodes may be connected, at ports of these names or the first ones. Who asks often about one graph hands
 * in one context, which remembers what wires give.
 */
export function canConnect(
  graph: WorkflowGraph,
  source: string,
  target: string,
  ports: Ports = {},
  context?: PortContext,
): boolean {
  return connectionProblem(graph, { source, target, ...ports }, context) === null;
}

type Ports = Pick<WorkflowEdge, 'sourceHandle' | 'targetHandle'>;

/** Connects two nodes that may be. The id is made from the time; one that is taken is given no second time. */
export function connectNodes(
  doc: Y.Doc,
  graph: WorkflowGraph,
  source: string,
  target: string,
  ports: Ports = {},
): void {
  if (!canConnect(graph, source, target, ports)) return;
  let now = Date.now();
  while (workflowEdges(doc).has(newWorkflowEdge(source, target, now).id)) now += 1;
  const from = graph.nodes.find(({ id }) => id === source)!;
  const targetHandle = tableOf(graph, { source, target, ...ports }, from);
  const edge = {
    ...newWorkflowEdge(source, target, now),
    ...(ports.sourceHandle != null && { sourceHandle: ports.sourceHandle }),
    ...(targetHandle != null && { targetHandle }),
  };
  addToWorkflow(doc, { nodes: [], edges: [edge] });
}

/** Connects two nodes at the first ports that fit; whether there were such. */
export function connectWhereFits(
  doc: Y.Doc,
  graph: WorkflowGraph,
  source: string,
  target: string,
  from: string | null,
): boolean {
  const node = graph.nodes.find(({ id }) => id === target);
  if (!node) return false;
  const fitting = portNames(graph, node).inputs.find((name) =>
    canConnect(graph, source, target, { sourceHandle: from, targetHandle: isBasicNode(node) ? null : name }),
  );
  if (fitting === undefined) return false;
  connectNodes(doc, graph, source, target, { sourceHandle: from, targetHandle: isBasicNode(node) ? null : fitting });
  return true;
}

/** The port that a wire ends at; a new table of a query is named for what comes in. */
function tableOf(
  graph: WorkflowGraph,
  { target, targetHandle }: Wire,
  source: WorkflowNode,
): string | null | undefined {
  if (targetHandle !== newTable) return targetHandle;
  const taken = new Set(graph.edges.flatMap((edge) => (edge.target === target ? [edge.targetHandle] : [])));
  const words = source.data.label
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const base = /^[a-z]/.test(words) ? words.slice(0, 50) : 'data';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(name)) return name;
  }
}

const beforeKnown = new WeakMap<object, Map<string, ReadonlySet<string>>>();

/** All nodes from which wires lead to this one; kept for a graph, since lists of what can be connected ask often. */
function nodesBefore(graph: WorkflowGraph, id: string): ReadonlySet<string> {
  const known = beforeKnown.get(graph) ?? new Map<string, ReadonlySet<string>>();
  beforeKnown.set(graph, known);
  const found = known.get(id);
  if (found) return found;
  const { incoming } = indexOfGraph(graph);
  const before = new Set<string>();
  const next = [id];
  for (let at = next.pop(); at !== undefined; at = next.pop())
    for (const { source } of incoming.get(at) ?? [])
      if (!before.has(source)) {
        before.add(source);
        next.push(source);
      }
  known.set(id, before);
  return before;
}

function isSame(first: string | null | undefined, second: string | null | undefined): boolean {
  return (first ?? null) === (second ?? null);
}

import { newGeneralNode } from './general-node.ts';
import { generalText, type GeneralText } from './general-texts.ts';
import { indexOf } from './graph-index.ts';
import { nodesOf, type WorkflowEdge, type WorkflowGraph, type WorkflowNode } from './workflow-graph.ts';

/** Files that one loop can go through. */
export const mostLoopFiles = 1_000;

/** What is carried out for each file of a loop. */
interface WorkflowLoop {
  /** The node that names the files. */
  filesId: string;
  /** Ids of the nodes between it and what collects. */
  body: string[];
  /** Ids of the nodes that collect what comes of each file. */
  collects: string[];
}

/** The loops of a graph: what follows from each node that names files, up to the nodes that collect. */
function loopsOf(graph: Pick<WorkflowGraph, 'nodes' | 'edges'>): WorkflowLoop[] {
  const { nodes, outgoing } = indexOf(graph);
  return nodesOf(graph, 'files').map(({ id: filesId }) => {
    const body = new Set<string>();
    const collects = new Set<string>();
    const look = [filesId];
    for (const id of look)
      for (const { target } of outgoing.get(id) ?? []) {
        const type = nodes.get(target)?.type;
        if (type === 'collect') collects.add(target);
        else if (type && target !== filesId && !body.has(target)) {
          body.add(target);
          look.push(target);
        }
      }
    return { filesId, body: [...body], collects: [...collects] };
  });
}

/** What is wrong with the loops of a graph, at which node. */
export function loopProblems(
  graph: Pick<WorkflowGraph, 'nodes' | 'edges'>,
): { text: GeneralText; resourceId: string }[] {
  const loops = loopsOf(graph);
  if (loops.length === 0 && nodesOf(graph, 'collect').length === 0) return [];
  const { nodes, outgoing } = indexOf(graph);
  const nameOf = (id: string): string => nodes.get(id)?.data.label ?? '';
  const found: { text: GeneralText; resourceId: string }[] = [];
  const seen = new Set<string>();
  for (const { filesId, body, collects } of loops) {
    const isOpen = (id: string): boolean => (outgoing.get(id) ?? []).length === 0;
    for (const id of [filesId, ...body].filter(isOpen))
      found.push({ text: generalText('general.loopOpen', { name: nameOf(id) }), resourceId: id });
    for (const id of body)
      if (!repeatable.has(nodes.get(id)!.type))
        found.push({ text: generalText('general.loopStep', { name: nameOf(id) }), resourceId: id });
    for (const id of [...body, ...collects]) {
      if (seen.has(id)) found.push({ text: generalText('general.loopTwo', { name: nameOf(id) }), resourceId: id });
      seen.add(id);
    }
  }
  for (const { id } of nodesOf(graph, 'collect'))
    if (!seen.has(id)) found.push({ text: generalText('general.loopNone', { name: nameOf(id) }), resourceId: id });
  return found;
}

/** Steps that can be done for each file: those that write nothing. */
const repeatable: ReadonlySet<WorkflowNode['type']> = new Set(['tool', 'query', 'condition', 'merge', 'note']);

/** Whether a text names files to be taken one at a time: a folder, or a pattern with one * in its last part. */
export function isFilesPattern(text: string): boolean {
  if (!text.startsWith('/data/') || text.includes('//')) return false;
  const parts = text.split('/');
  const last = parts.pop()!;
  return !parts.some((part) => part.includes('*')) && (last === '' || last.split('*').length === 2);
}

/** A wire into the body of a loop from outside of it: `id` is the node that stands for what comes in. */
interface LoopWire {
  id: string;
  edge: WorkflowEdge;
}

/** One loop, as it is run. */
export interface PlannedLoop {
  /** What is done for each file: a data node of the id of the loop, its body, a save for each node that collects. */
  item: WorkflowGraph;
  wires: readonly LoopWire[];
  collects: readonly string[];
}

/**
 * A graph as it is run: each loop is one node, that which names the files, and takes what the body takes from outside.
 * `loops` has what it does, by its id. A graph without loops is given as it is.
 */
export function planLoops(graph: WorkflowGraph): { graph: WorkflowGraph; loops: ReadonlyMap<string, PlannedLoop> } {
  const found = loopsOf(graph);
  if (found.length === 0) return { graph, loops: new Map() };
  const loopOf = new Map(found.flatMap(({ filesId, body }) => body.map((id) => [id, filesId] as const)));
  const collects = new Set(found.flatMap((loop) => loop.collects));
  const edges = graph.edges.flatMap((edge): WorkflowEdge[] => {
    const [from, to] = [loopOf.get(edge.source), loopOf.get(edge.target)];
    if (to !== undefined) {
      const isWithin = from !== undefined || edge.source === to;
      return isWithin ? [] : [{ ...edge, target: to, targetHandle: edge.id }];
    }
    return [from !== undefined && collects.has(edge.target) ? { ...edge, source: from, sourceHandle: null } : edge];
  });
  const loops = found.map((loop) => [loop.filesId, planLoop(graph, loop)] as const);
  return {
    graph: { ...graph, nodes: graph.nodes.filter(({ id }) => !loopOf.has(id)), edges },
    loops: new Map(loops),
  };
}

function planLoop(graph: WorkflowGraph, { filesId, body, collects }: WorkflowLoop): PlannedLoop {
  const { nodes } = indexOf(graph);
  const within = new Set([filesId, ...body]);
  const at = { x: 0, y: 0 };
  const wires = graph.edges
    .filter(({ source, target }) => body.includes(target) && !within.has(source))
    .map((edge) => ({ id: `wire ${edge.id}`, edge }));
  const labelOf = (id: string): string => nodes.get(id)?.data.label ?? id;
  return {
    wires,
    collects,
    item: {
      nodes: [
        newGeneralNode('data', filesId, at, { label: labelOf(filesId) }),
        ...body.map((id) => nodes.get(id)!),
        ...wires.map(({ id, edge }) => newGeneralNode('data', id, at, { label: labelOf(edge.source) })),
        ...collects.map((id) => newGeneralNode('save', id, at, { label: labelOf(id), to: 'result' })),
      ],
      edges: [
        ...graph.edges.filter(
          ({ source, target }) => within.has(source) && (within.has(target) || collects.includes(target)),
        ),
        ...wires.map(({ id, edge }): WorkflowEdge => ({ ...edge, source: id, sourceHandle: null })),
      ],
    },
  };
}

import * as Y from 'yjs';
import {
  workflowEdge,
  workflowNode,
  type WorkflowEdge,
  type WorkflowGraph,
  type WorkflowNode,
} from './workflow-graph.ts';

type LiveEntry = Y.Map<unknown>;

/** Nodes of the live document of a workflow by id: `type`, `position`, and `data` with one entry for each field, so that edits of different fields merge. */
export function workflowNodes(doc: Y.Doc): Y.Map<LiveEntry> {
  return doc.getMap<LiveEntry>('nodes');
}

/** Its connections by id: `source`, `target`, `type`, `data`. */
export function workflowEdges(doc: Y.Doc): Y.Map<LiveEntry> {
  return doc.getMap<LiveEntry>('edges');
}

/** Writes nodes and connections into a document, over those of the same ids. */
export function addToWorkflow(doc: Y.Doc, { nodes, edges }: WorkflowGraph): void {
  doc.transact(() => {
    for (const { id, type, position, data } of nodes)
      workflowNodes(doc).set(
        id,
        new Y.Map<unknown>(Object.entries({ type, position: { ...position }, data: new Y.Map(Object.entries(data)) })),
      );
    for (const { id, ...rest } of edges) workflowEdges(doc).set(id, new Y.Map<unknown>(Object.entries(rest)));
  });
}

/** Takes nodes out of a document with their connections, and connections by themselves. */
export function removeFromWorkflow(doc: Y.Doc, ids: { nodes?: readonly string[]; edges?: readonly string[] }): void {
  const gone = new Set(ids.nodes);
  doc.transact(() => {
    for (const id of gone) workflowNodes(doc).delete(id);
    const edges = workflowEdges(doc);
    for (const [id, edge] of edges.entries())
      if (ids.edges?.includes(id) || gone.has(textOf(edge, 'source')) || gone.has(textOf(edge, 'target')))
        edges.delete(id);
  });
}

/** Changes fields of a node, each on its own; of a node that is gone nothing. */
export function setNodeData(doc: Y.Doc, id: string, changes: Readonly<Record<string, unknown>>): void {
  const data = workflowNodes(doc).get(id)?.get('data');
  if (!(data instanceof Y.Map)) return;
  doc.transact(() => {
    for (const [name, value] of Object.entries(changes)) if (data.get(name) !== value) data.set(name, value);
  });
}

/** Moves nodes; positions are in pixels of the canvas. */
export function moveNodes(doc: Y.Doc, positions: ReadonlyMap<string, { x: number; y: number }>): void {
  doc.transact(() => {
    for (const [id, { x, y }] of positions) workflowNodes(doc).get(id)?.set('position', { x, y });
  });
}

/**
 * The graph that a document holds, ordered by id, so that everybody has the same order. What is malformed is left out, and so
 * are connections of nodes that are not there: someone may delete a node while another connects it.
 */
export function readWorkflowGraph(doc: Y.Doc): WorkflowGraph {
  const nodes = entriesOf(workflowNodes(doc)).flatMap((entry): WorkflowNode[] => {
    const { success, data } = workflowNode.safeParse(entry);
    return success ? [data] : [];
  });
  const known = new Set(nodes.map(({ id }) => id));
  const edges = entriesOf(workflowEdges(doc)).flatMap((entry): WorkflowEdge[] => {
    const { success, data } = workflowEdge.safeParse(entry);
    return success && known.has(data.source) && known.has(data.target) ? [data] : [];
  });
  return { nodes, edges };
}

function entriesOf(map: Y.Map<LiveEntry>): object[] {
  return [...map.entries()]
    .filter(([, entry]) => entry instanceof Y.Map)
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .map(([id, entry]) => ({ ...(entry.toJSON() as object), id }));
}

function textOf(entry: unknown, name: string): string {
  return entry instanceof Y.Map ? String(entry.get(name)) : '';
}

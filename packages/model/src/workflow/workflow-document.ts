import * as Y from 'yjs';
import {
  workflowEdge,
  workflowNode,
  type WorkflowEdge,
  type WorkflowGraph,
  type WorkflowNode,
} from './workflow-graph.ts';
import { workflowParameter, type WorkflowParameter } from './workflow-parameter.ts';
import { writeText } from './written-text.ts';

type LiveEntry = Y.Map<unknown>;

/**
 * Fields of nodes that are written, not chosen: live texts, so that what several people type into one at once is all
 * there. Earlier documents have plain strings, which `upgradeWorkflow` makes live texts of.
 */
const writtenFields: ReadonlySet<string> = new Set([
  'label',
  'includePath',
  'excludePath',
  'path',
  'query',
  'text',
  'name',
  'input',
  'pattern',
  'folder',
]);

/**
 * Nodes of the live document of a workflow by id: `type`, `position`, and `data` with one entry for each field, so that
 * edits of different fields merge, and a live text for each that is written.
 */
export function workflowNodes(doc: Y.Doc): Y.Map<LiveEntry> {
  return doc.getMap<LiveEntry>('nodes');
}

/** Its connections by id: `source`, `target`, `type`, `data`. */
export function workflowEdges(doc: Y.Doc): Y.Map<LiveEntry> {
  return doc.getMap<LiveEntry>('edges');
}

/** Its parameters by name: `type`, `default`, `required`, `choices`, `order`. */
export function workflowParameters(doc: Y.Doc): Y.Map<LiveEntry> {
  return doc.getMap<LiveEntry>('parameters');
}

/** Writes nodes, connections and parameters into a document, over those of the same ids and names. */
export function addToWorkflow(doc: Y.Doc, { nodes, edges, parameters = [] }: WorkflowGraph): void {
  doc.transact(() => {
    for (const { id, type, position, data } of nodes)
      workflowNodes(doc).set(
        id,
        new Y.Map<unknown>(Object.entries({ type, position: { ...position }, data: new Y.Map(liveFields(data)) })),
      );
    for (const { name, ...rest } of parameters)
      workflowParameters(doc).set(name, new Y.Map<unknown>(Object.entries(rest)));
    for (const { id, ...rest } of edges) workflowEdges(doc).set(id, new Y.Map<unknown>(Object.entries(rest)));
  });
}

/**
 * Makes live texts of the written fields that are plain strings, as in earlier documents. To be done once, before
 * people change them: two who make one of the same string at once keep only what one of them typed.
 */
export function upgradeWorkflow(doc: Y.Doc): void {
  doc.transact(() => {
    for (const node of workflowNodes(doc).values()) {
      const data: unknown = node instanceof Y.Map ? node.get('data') : null;
      if (!(data instanceof Y.Map)) continue;
      for (const name of writtenFields) {
        const value: unknown = data.get(name);
        if (typeof value === 'string') data.set(name, new Y.Text(value));
      }
    }
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

/**
 * Changes fields of a node, each on its own; of a node that is gone nothing. Of texts only the letters are changed in
 * which the new one differs from what was there, or from `shown`, where the person saw something else.
 */
export function setNodeData(
  doc: Y.Doc,
  id: string,
  changes: Readonly<Record<string, unknown>>,
  shown: Readonly<Record<string, string>> = {},
): void {
  const data = workflowNodes(doc).get(id)?.get('data');
  if (!(data instanceof Y.Map)) return;
  doc.transact(() => {
    for (const [name, value] of Object.entries(changes)) {
      if (typeof value === 'string' && writtenFields.has(name)) {
        const now: unknown = data.get(name);
        const before = now instanceof Y.Text || typeof now === 'string' ? String(now) : '';
        writeText(data, name, shown[name] ?? before, value);
      } else if (data.get(name) !== value) data.set(name, value);
    }
  });
}

/**
 * Changes one parameter of the tool of a node, so that edits of different ones merge; undefined takes its value away.
 */
export function setToolParameter(doc: Y.Doc, id: string, name: string, value: unknown): void {
  const data = workflowNodes(doc).get(id)?.get('data');
  if (!(data instanceof Y.Map)) return;
  doc.transact(() => {
    if (!(data.get('parameters') instanceof Y.Map)) data.set('parameters', new Y.Map());
    const parameters = data.get('parameters') as Y.Map<unknown>;
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, value);
  });
}

/** Makes a parameter or changes it; null takes it away. Fields that name it stay, and are issues of the graph then. */
export function setWorkflowParameter(
  doc: Y.Doc,
  name: string,
  changes: Partial<Omit<WorkflowParameter, 'name'>> | null,
): void {
  const all = workflowParameters(doc);
  doc.transact(() => {
    if (changes === null) {
      all.delete(name);
      return;
    }
    if (!(all.get(name) instanceof Y.Map)) all.set(name, new Y.Map());
    for (const [field, value] of Object.entries(changes)) all.get(name)!.set(field, value);
  });
}

/** Moves nodes; positions are in pixels of the canvas. */
export function moveNodes(doc: Y.Doc, positions: ReadonlyMap<string, { x: number; y: number }>): void {
  doc.transact(() => {
    for (const [id, { x, y }] of positions) workflowNodes(doc).get(id)?.set('position', { x, y });
  });
}

/**
 * The graph that a document holds, ordered by id, so that everybody has the same order. What is malformed is left out,
 * and so are connections of nodes that are not there: someone may delete a node while another connects it. `known` has
 * what was read of entries before and is added to: what is there is not read again and stays the same object.
 */
export function readWorkflowGraph(doc: Y.Doc, known: WeakMap<object, unknown> = new WeakMap()): WorkflowGraph {
  const once = <Part>(entry: LiveEntry, id: string, read: (fields: object) => Part[]): Part[] => {
    const found = known.get(entry) as Part[] | undefined;
    if (found) return found;
    const parts = read({ ...(entry.toJSON() as object), id });
    known.set(entry, parts);
    return parts;
  };
  const nodes = liveEntriesOf(workflowNodes(doc)).flatMap(([id, entry]) => once(entry, id, readNode));
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = liveEntriesOf(workflowEdges(doc))
    .flatMap(([id, entry]) => once(entry, id, readEdge))
    .filter(({ source, target }) => ids.has(source) && ids.has(target));
  const parameters = entriesOf(workflowParameters(doc))
    .flatMap(({ id: name, ...entry }): WorkflowParameter[] => {
      const { success, data } = workflowParameter.safeParse({ ...entry, name });
      return success ? [data] : [];
    })
    .sort((first, second) => first.order - second.order);
  return parameters.length > 0 ? { nodes, edges, parameters } : { nodes, edges };
}

function readEdge(entry: object): WorkflowEdge[] {
  const { success, data } = workflowEdge.safeParse(entry);
  return success ? [data] : [];
}

/**
 * A node, or nothing where it is malformed. What is too long is cut: two people may fill one text together, and their
 * node must not vanish for that.
 */
function readNode(entry: object): WorkflowNode[] {
  const { success, data, error } = workflowNode.safeParse(entry);
  if (success) return [data];
  const cut = structuredClone(entry) as Record<string, unknown>;
  for (const { code, path, ...rest } of error.issues) {
    const [part, name] = path;
    const fields = cut['data'] as Record<string, unknown> | undefined;
    const value = part === 'data' && path.length === 2 ? fields?.[String(name)] : undefined;
    if (code !== 'too_big' || typeof value !== 'string' || !('maximum' in rest)) return [];
    fields![String(name)] = value.slice(0, Number(rest.maximum));
  }
  return [workflowNode.parse(cut)];
}

/** Fields of a node; the parameters of a tool are a map of their own, and what is written is a text. */
function liveFields(data: object): [string, unknown][] {
  return Object.entries(data).map(([name, value]) => {
    if (name === 'parameters') return [name, new Y.Map(Object.entries(value as object))];
    return [name, typeof value === 'string' && writtenFields.has(name) ? new Y.Text(value) : value];
  });
}

function liveEntriesOf(map: Y.Map<LiveEntry>): [id: string, entry: LiveEntry][] {
  return [...map.entries()]
    .filter(([, entry]) => entry instanceof Y.Map)
    .sort(([first], [second]) => (first < second ? -1 : 1));
}

function entriesOf(map: Y.Map<LiveEntry>): { id: string }[] {
  return liveEntriesOf(map).map(([id, entry]) => ({ ...(entry.toJSON() as object), id }));
}

function textOf(entry: unknown, name: string): string {
  return entry instanceof Y.Map ? String(entry.get(name)) : '';
}

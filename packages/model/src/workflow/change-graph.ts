import type * as Y from 'yjs';
import {
  addToWorkflow,
  moveNodes,
  readWorkflowGraph,
  removeFromWorkflow,
  setNodeData,
  setToolParameter,
  setWorkflowParameter,
} from './workflow-document.ts';
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from './workflow-graph.ts';
import type { WorkflowParameter } from './workflow-parameter.ts';

/** What of a graph changes: a node, its position, a field of it or of its tool, a connection, a parameter. */
export type GraphPlace =
  | readonly ['node' | 'position' | 'edge' | 'parameter', id: string]
  | readonly ['field' | 'toolField', id: string, name: string];

/** One thing of a graph that changes; undefined where it is not there. */
export interface GraphChange {
  place: GraphPlace;
  before: unknown;
  after: unknown;
}

/** What makes one graph of another, thing by thing. Of a node that is new or gone its fields are not named again. */
export function graphChanges(before: WorkflowGraph, after: WorkflowGraph): GraphChange[] {
  const [was, will] = [placesOf(before), placesOf(after)];
  const keys = new Set([...was.keys(), ...will.keys()]);
  const changes = [...keys].flatMap((key): GraphChange[] => {
    const [one, other] = [was.get(key)?.value, will.get(key)?.value];
    return isSame(one, other) ? [] : [{ place: JSON.parse(key) as GraphPlace, before: one, after: other }];
  });
  const whole = new Set(changes.flatMap(({ place: [kind, id] }) => (kind === 'node' ? [id] : [])));
  return changes
    .map((change) => completed(change, before, after))
    .filter(({ place: [kind, id] }) => (isPart(kind) ? !whole.has(id) : true));
}

/** The same changes the other way. */
export function reversedChanges(changes: readonly GraphChange[]): GraphChange[] {
  return changes.map(({ place, before, after }) => ({ place, before: after, after: before }));
}

/** Those of changes that somebody has overtaken: what they change is neither as it was nor as it is to be. */
export function overtakenChanges(doc: Y.Doc, changes: readonly GraphChange[]): GraphChange[] {
  const now = readWorkflowGraph(doc);
  const places = placesOf(now);
  return changes.filter(({ place, before, after }) => {
    const [kind, id] = place;
    const current =
      kind === 'node' ? now.nodes.find((node) => node.id === id) : places.get(JSON.stringify(place))?.value;
    return !isSame(current, before) && !isSame(current, after);
  });
}

/** Makes changes in a document, each field by itself, so that they merge with what others do. */
export function applyGraphChanges(doc: Y.Doc, changes: readonly GraphChange[]): void {
  doc.transact(() => {
    for (const { place, after } of changes)
      if (after === undefined && place[0] === 'edge') removeFromWorkflow(doc, { edges: [place[1]] });
    for (const change of changes) if (change.place[0] !== 'edge') applyOne(doc, change);
    for (const { place, after } of changes)
      if (after !== undefined && place[0] === 'edge') addToWorkflow(doc, { nodes: [], edges: [after as WorkflowEdge] });
  });
}

function applyOne(doc: Y.Doc, { place: [kind, id, name = ''], before, after }: GraphChange): void {
  switch (kind) {
    case 'node':
      if (before !== undefined) removeFromWorkflow(doc, { nodes: [id] });
      if (after !== undefined) addToWorkflow(doc, { nodes: [after as WorkflowNode], edges: [] });
      return;
    case 'position':
      return moveNodes(doc, new Map([[id, after as { x: number; y: number }]]));
    case 'field':
      return setNodeData(doc, id, { [name]: after });
    case 'toolField':
      return setToolParameter(doc, id, name, after);
    case 'parameter': {
      if (after === undefined) return setWorkflowParameter(doc, id, null);
      const { name: _name, ...rest } = after as WorkflowParameter;
      return setWorkflowParameter(doc, id, rest);
    }
    case 'edge':
      return;
    default:
      kind satisfies never;
  }
}

/** Of a node, that it is there and of which type: its fields are places of their own. */
function completed(change: GraphChange, before: WorkflowGraph, after: WorkflowGraph): GraphChange {
  const [kind, id] = change.place;
  if (kind !== 'node') return change;
  const find = ({ nodes }: WorkflowGraph): WorkflowNode | undefined => nodes.find((node) => node.id === id);
  return { place: change.place, before: find(before), after: find(after) };
}

function isPart(kind: GraphPlace[0]): boolean {
  return kind === 'position' || kind === 'field' || kind === 'toolField';
}

function placesOf({ nodes, edges, parameters = [] }: WorkflowGraph): Map<string, { value: unknown }> {
  const places = new Map<string, { value: unknown }>();
  const add = (place: GraphPlace, value: unknown): void => void places.set(JSON.stringify(place), { value });
  for (const { id, type, position, data } of nodes) {
    add(['node', id], type);
    add(['position', id], position);
    for (const [name, value] of Object.entries(data)) {
      if (name !== 'parameters') add(['field', id, name], value);
      else for (const [field, set] of Object.entries(value as object)) add(['toolField', id, field], set);
    }
  }
  for (const edge of edges) add(['edge', edge.id], edge);
  for (const parameter of parameters) add(['parameter', parameter.name], parameter);
  return places;
}

function isSame(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other);
}

/** As JSON with the names of objects in order. */
function sorted(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

import type { WorkflowEdge, WorkflowNode, WorkflowStep, WorkflowValues } from '@groma/model';
import { stepsInOrder } from './step-order.ts';

/** What of a run is compared with that of another one. */
interface ComparedRun {
  nodes: readonly WorkflowNode[];
  edges: readonly WorkflowEdge[];
  values?: WorkflowValues | undefined;
  steps: readonly WorkflowStep[];
}

/** Something of a graph that only one of two runs has, or that differs. */
export type GraphDifference =
  | { kind: 'added' | 'removed' | 'connected' | 'disconnected'; name: string }
  | { kind: 'changed'; name: string; fields: string[] };

/** A parameter, or a step by its node, of both runs; undefined where a run does not have it. */
interface Pair<Value> {
  name: string;
  before: Value | undefined;
  after: Value | undefined;
}

interface RunDifferences {
  graph: GraphDifference[];
  values: Pair<string>[];
  steps: (Pair<WorkflowStep> & { id: string })[];
}

/**
 * What differs between two runs of a workflow, the earlier one first: nodes and connections that came or went, fields
 * of nodes that were changed (where a node stands is no difference), and side by side the values of parameters and the
 * steps, as they stand on the canvas of the later run.
 */
export function compareRuns(before: ComparedRun, after: ComparedRun): RunDifferences {
  return { graph: graphDifferences(before, after), values: valuePairs(before, after), steps: stepPairs(before, after) };
}

function graphDifferences(before: ComparedRun, after: ComparedRun): GraphDifference[] {
  const [old, now] = [byId(before.nodes), byId(after.nodes)];
  const added = after.nodes
    .filter(({ id }) => !old.has(id))
    .map((node) => ({ kind: 'added' as const, name: nameOf(node) }));
  const removed = before.nodes
    .filter(({ id }) => !now.has(id))
    .map((node) => ({ kind: 'removed' as const, name: nameOf(node) }));
  const changed = after.nodes.flatMap((node): GraphDifference[] => {
    const was = old.get(node.id);
    const fields = was ? changedFields(was, node) : [];
    return fields.length > 0 ? [{ kind: 'changed', name: nameOf(node), fields }] : [];
  });
  const [oldWires, newWires] = [wiresOf(before), wiresOf(after)];
  const connected = [...newWires].filter(([key]) => !oldWires.has(key));
  const disconnected = [...oldWires].filter(([key]) => !newWires.has(key));
  return [
    ...added,
    ...removed,
    ...changed,
    ...connected.map(([, name]) => ({ kind: 'connected' as const, name })),
    ...disconnected.map(([, name]) => ({ kind: 'disconnected' as const, name })),
  ];
}

/** The fields of a node that differ; those of a tool by their own names. */
function changedFields(was: WorkflowNode, node: WorkflowNode): string[] {
  const [one, other] = [fieldsOf(was), fieldsOf(node)];
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
}

function fieldsOf({ type, data }: WorkflowNode): Map<string, string> {
  const { parameters, ...own } = data as { parameters?: Record<string, unknown> };
  const all = type === 'tool' ? { ...own, ...parameters } : own;
  return new Map(Object.entries(all).map(([name, value]) => [name, JSON.stringify(value)]));
}

/** Connections by their ends, with the names of these. */
function wiresOf({ nodes, edges }: ComparedRun): Map<string, string> {
  const known = byId(nodes);
  const named = (id: string) => (known.has(id) ? nameOf(known.get(id)!) : id);
  return new Map(
    edges.map(({ source, target, sourceHandle, targetHandle }) => [
      JSON.stringify([source, sourceHandle ?? null, target, targetHandle ?? null]),
      `${named(source)} → ${named(target)}`,
    ]),
  );
}

function valuePairs({ values: old = {} }: ComparedRun, { values: now = {} }: ComparedRun): Pair<string>[] {
  const said = (value: unknown) => (value === undefined ? undefined : String(value));
  return [...new Set([...Object.keys(now), ...Object.keys(old)])].map((name) => ({
    name,
    before: said(old[name]),
    after: said(now[name]),
  }));
}

function stepPairs(before: ComparedRun, after: ComparedRun): RunDifferences['steps'] {
  const nodes = byId([...before.nodes, ...after.nodes]);
  const stepsOf = (run: ComparedRun) => new Map(stepsInOrder(run).map((step) => [step.nodeId, step]));
  const [old, now] = [stepsOf(before), stepsOf(after)];
  return [...new Set([...now.keys(), ...old.keys()])].map((id) => ({
    id,
    name: nodes.has(id) ? nameOf(nodes.get(id)!) : id,
    before: old.get(id),
    after: now.get(id),
  }));
}

function byId(nodes: readonly WorkflowNode[]): ReadonlyMap<string, WorkflowNode> {
  return new Map(nodes.map((node) => [node.id, node]));
}

function nameOf({ id, data: { label } }: WorkflowNode): string {
  return label || id;
}

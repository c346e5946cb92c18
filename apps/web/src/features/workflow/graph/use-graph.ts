import {
  checkGraph,
  checkWorkflow,
  findTool,
  indexOfGraph,
  readWorkflowGraph,
  workflowEdges,
  workflowKind,
  workflowNodes,
  workflowParameters,
  type ToolDefinition,
  type WorkflowGraph,
  type WorkflowNode,
} from '@groma/model';
import { useDebouncedValue } from '@groma/ui';
import { createContext, use, useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { logProblem } from '../../../platform/log-problem.ts';

/** Milliseconds after a change until a graph is checked again (WFL-066). */
const checkPauseMs = 300;
const noTools: readonly ToolDefinition[] = [];

/** The graph of an open workflow, as it is now. */
export function useGraph(doc: Y.Doc): WorkflowGraph {
  const store = graphStoreOf(doc);
  return useSyncExternalStore(store.subscribe, store.read);
}

/** The document of the canvas, whose nodes are drawn by themselves. */
export const GraphDocument = createContext<Y.Doc | null>(null);

/**
 * A node of the canvas as it is now, undefined once it is gone. Whoever asks is drawn anew with this node alone,
 * whatever else of the graph changes.
 */
export function useGraphNode(id: string): WorkflowNode | undefined {
  const doc = use(GraphDocument);
  if (!doc) throw new Error('A node is drawn outside of a canvas.');
  const store = graphStoreOf(doc);
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => indexOfGraph(store.read()).nodes.get(id), [store, id]),
  );
}

const stores = new WeakMap<Y.Doc, GraphStore>();

/** Everybody who shows a document has the same graph of it. */
function graphStoreOf(doc: Y.Doc): GraphStore {
  const store = stores.get(doc) ?? new GraphStore(doc);
  stores.set(doc, store);
  return store;
}

/** The graph of a document. Of each change only what it touches is read again; the rest stays the same objects. */
class GraphStore {
  readonly #doc: Y.Doc;
  readonly #listeners = new Set<() => void>();
  #known = new WeakMap<object, unknown>();
  #graph: WorkflowGraph;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    this.#graph = readWorkflowGraph(doc, this.#known);
  }

  readonly read = (): WorkflowGraph => this.#graph;

  /** The document is followed while anybody listens. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#follow();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) for (const part of this.#parts()) part.unobserveDeep(this.#update);
    };
  };

  #follow(): void {
    for (const part of this.#parts()) part.observeDeep(this.#update);
    // What came while nobody listened was not seen.
    this.#known = new WeakMap();
    this.#graph = readWorkflowGraph(this.#doc, this.#known);
  }

  #parts() {
    return [workflowNodes(this.#doc), workflowEdges(this.#doc), workflowParameters(this.#doc)];
  }

  readonly #update = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): void => {
    for (const { target } of events)
      for (let part: Y.AbstractType<unknown> | null = target; part; part = part.parent) this.#known.delete(part);
    this.#graph = withSameParts(readWorkflowGraph(this.#doc, this.#known), this.#graph);
    for (const listener of this.#listeners) listener();
  };
}

/** Where only nodes have changed the lists of wires and parameters stay the same: neither is looked at again. */
function withSameParts(graph: WorkflowGraph, { edges, parameters }: WorkflowGraph): WorkflowGraph {
  const hasSameEdges = graph.edges.length === edges.length && graph.edges.every((edge, at) => edge === edges[at]);
  const hasSameParameters = parameters && JSON.stringify(graph.parameters) === JSON.stringify(parameters);
  return { ...graph, ...(hasSameEdges && { edges }), ...(hasSameParameters && { parameters }) };
}

/** What is wrong with a workflow, of either kind. */
export type WorkflowIssueOf = ReturnType<typeof checkGraph>[number];

/**
 * What is wrong with a graph, checked anew a moment after each change of it or of the project’s own tools. The list
 * stays the same where neither has changed what is wrong.
 */
export function useIssues(
  graph: WorkflowGraph,
  own: readonly ToolDefinition[] = noTools,
  workflow?: { id: string; name: string },
): WorkflowIssueOf[] {
  const [settled] = useDebouncedValue(graph, checkPauseMs);
  const { id: workflowId, name = '' } = workflow ?? {};
  const [keep] = useState(sameIssues);
  return useMemo(() => {
    const named = workflowId === undefined ? undefined : { id: workflowId, name };
    const isGeneral = workflowKind(settled) === 'general';
    const found = isGeneral
      ? checkGraph(settled, {
          workflow: named,
          findTool: (id) => findTool(id) ?? own.find((tool) => tool.id === id),
        })
      : checkWorkflow(settled, (type, error) => logProblem(`The check ${type} of a workflow crashed.`, error));
    return keep(found, own);
  }, [settled, own, workflowId, name, keep]);
}

/** Ports of nodes depend on tools, so with others the list is another. */
function sameIssues(): (found: WorkflowIssueOf[], own: readonly ToolDefinition[]) => WorkflowIssueOf[] {
  let before: WorkflowIssueOf[] = [];
  let ownBefore: readonly ToolDefinition[] | null = null;
  return (found, own) => {
    if (own !== ownBefore || JSON.stringify(found) !== JSON.stringify(before)) before = found;
    ownBefore = own;
    return before;
  };
}

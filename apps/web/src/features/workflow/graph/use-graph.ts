import {
  checkGraph,
  checkWorkflow,
  findTool,
  readWorkflowGraph,
  workflowEdges,
  workflowKind,
  workflowNodes,
  workflowParameters,
  type ToolDefinition,
  type WorkflowGraph,
} from '@groma/model';
import { useDebouncedValue } from '@groma/ui';
import { useMemo, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { logProblem } from '../../../platform/log-problem.ts';

/** Milliseconds after a change until a graph is checked again (WFL-066). */
const checkPauseMs = 300;
const noTools: readonly ToolDefinition[] = [];

/** The graph of an open workflow, as it is now. */
export function useGraph(doc: Y.Doc): WorkflowGraph {
  const store = useMemo(() => new GraphStore(doc), [doc]);
  return useSyncExternalStore(store.subscribe, store.read);
}

/** The graph of a document. Of each change only what it touches is read again; the rest stays the same objects. */
class GraphStore {
  readonly #doc: Y.Doc;
  #known = new WeakMap<object, unknown>();
  #graph: WorkflowGraph;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    this.#graph = readWorkflowGraph(doc, this.#known);
  }

  readonly read = (): WorkflowGraph => this.#graph;

  readonly subscribe = (listener: () => void): (() => void) => {
    const parts = [workflowNodes(this.#doc), workflowEdges(this.#doc), workflowParameters(this.#doc)];
    const update = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]) => {
      for (const { target } of events)
        for (let part: Y.AbstractType<unknown> | null = target; part; part = part.parent) this.#known.delete(part);
      this.#graph = withSameEdges(readWorkflowGraph(this.#doc, this.#known), this.#graph.edges);
      listener();
    };
    for (const part of parts) part.observeDeep(update);
    // What came between the first reading and now was not seen.
    this.#known = new WeakMap();
    this.#graph = readWorkflowGraph(this.#doc, this.#known);
    return () => {
      for (const part of parts) part.unobserveDeep(update);
    };
  };
}

/** Where only nodes have changed the list of wires stays the same, so that no wire is looked at again. */
function withSameEdges(graph: WorkflowGraph, before: WorkflowGraph['edges']): WorkflowGraph {
  const isSame = graph.edges.length === before.length && graph.edges.every((edge, at) => edge === before[at]);
  return isSame ? { ...graph, edges: before } : graph;
}

/** What is wrong with a workflow, of either kind. */
export type WorkflowIssueOf = ReturnType<typeof checkGraph>[number];

/** What is wrong with a graph, checked anew a moment after each change of it or of the project’s own tools. */
export function useIssues(
  graph: WorkflowGraph,
  own: readonly ToolDefinition[] = noTools,
  workflow?: { id: string; name: string },
): WorkflowIssueOf[] {
  const [settled] = useDebouncedValue(graph, checkPauseMs);
  const { id: workflowId, name = '' } = workflow ?? {};
  return useMemo(() => {
    const named = workflowId === undefined ? undefined : { id: workflowId, name };
    if (workflowKind(settled) === 'general')
      return checkGraph(settled, {
        workflow: named,
        findTool: (id) => findTool(id) ?? own.find((tool) => tool.id === id),
      });
    return checkWorkflow(settled, (type, error) => logProblem(`The check ${type} of a workflow crashed.`, error));
  }, [settled, own, workflowId, name]);
}

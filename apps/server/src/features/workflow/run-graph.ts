import {
  GromaError,
  indexOfGraph,
  planLoops,
  waitingStep,
  workflowTracker,
  type WorkflowEdge,
  type WorkflowGraph,
  type WorkflowNode,
  type WorkflowStep,
} from '@groma/model';
import type { OperationProgress } from '../../platform/operation/operation-kind.ts';
import type { OriginInput } from '../../platform/origin/origin.ts';
import { isWithoutDatabase } from '../../platform/database/without-database.ts';

/** What a step hands on. */
export interface MadeByStep {
  /** Rows, by their reference; null where the step gives none. */
  reference: string | null;
  /** It is an image, and no rows. */
  isImage?: true;
  /** Paths of files, and of those to leave out. */
  paths: string[];
  excluded: string[];
  /** Of a workflow that ran as a tool: what it gives at each output; null where nothing came of it. */
  outputs?: Record<string, string | null>;
  /** Of a loop: what came of each file at each node that collects; null where nothing did. */
  items?: { path: string; given: Record<string, string | null> }[];
  /** The output of a condition that its rows take. */
  branch: string | null;
  /** The data that it is made of, in the end. */
  sources: OriginInput[];
  /** What the step did; where a save takes it, also what was done before it, the first first. */
  tools: { tool: string; parameters: Record<string, unknown> }[];
}

/** What comes in at a port. */
export interface TakenByStep {
  port: string | null;
  from: WorkflowNode;
  made: MadeByStep;
}

/** What carrying a step out gives: what it hands on, and what is shown of it. */
export type CarriedStep = Partial<MadeByStep> &
  Partial<Pick<WorkflowStep, 'rows' | 'files' | 'layer' | 'message' | 'remarks'>> & { isReused?: boolean };

export interface GraphRunState {
  steps: WorkflowStep[];
  made: Record<string, MadeByStep>;
}

interface Course {
  signal: AbortSignal;
  /** @throws GromaError why the step fails */
  carryOut(node: WorkflowNode, taken: readonly TakenByStep[]): Promise<CarriedStep>;
  /** Something has changed; `isEnd` where a step has ended. */
  changed(state: GraphRunState, isEnd: boolean): void;
  unexpected(node: WorkflowNode, error: unknown): void;
}

/** Steps of one run that are carried out at once. */
const mostAtOnce = 4;
const nothing: MadeByStep = { reference: null, paths: [], excluded: [], branch: null, sources: [], tools: [] };

/**
 * Carries the steps of a graph out, each as soon as what it takes is there, a few at once. A step that fails takes what
 * follows it along; the others go on. What the state has as done is not done again.
 * @returns the failure of the first step that failed; null where none did. @throws the signal's reason
 */
export async function runGraph(graph: WorkflowGraph, state: GraphRunState, course: Course): Promise<GromaError | null> {
  const run = new GraphRun(graph, state, course);
  return run.run();
}

/** The steps of a graph before it is run; notes are none, and a loop is one. */
export function waitingSteps(graph: WorkflowGraph): WorkflowStep[] {
  const { nodes } = planLoops(graph).graph;
  return nodes.filter(({ type }) => type !== 'note').map(({ id }) => waitingStep(id));
}

/** How far a run is, as its operation says it. */
export function progressOf(steps: readonly WorkflowStep[]): Pick<OperationProgress, 'progress' | 'subtitle'> {
  const phases = steps.map(({ nodeId, state }) => [nodeId, { phase: phaseOf(state) }] as const);
  const { progress, subtitle } = workflowTracker({
    phase: 'Running',
    message: null,
    nodes: Object.fromEntries(phases),
  });
  return { progress, subtitle };
}

function phaseOf(state: WorkflowStep['state']): string {
  return state === 'waiting' || state === 'running' ? 'Running' : 'Succeeded';
}

class GraphRun {
  readonly #graph: WorkflowGraph;
  readonly #state: GraphRunState;
  readonly #course: Course;
  readonly #steps: Map<string, WorkflowStep>;
  readonly #left = new Map<string, number>();
  readonly #ready: string[] = [];
  readonly #running = new Set<Promise<void>>();
  #failure: GromaError | null = null;

  constructor(graph: WorkflowGraph, state: GraphRunState, course: Course) {
    [this.#graph, this.#state, this.#course] = [graph, state, course];
    this.#steps = new Map(state.steps.map((step) => [step.nodeId, step]));
  }

  async run(): Promise<GromaError | null> {
    const { incoming } = indexOfGraph(this.#graph);
    for (const nodeId of this.#steps.keys()) {
      const before = (incoming.get(nodeId) ?? []).length;
      this.#left.set(nodeId, before);
      if (before === 0) this.#ready.push(nodeId);
    }
    for (;;) {
      this.#course.signal.throwIfAborted();
      while (this.#ready.length > 0 && this.#running.size < mostAtOnce) this.#begin(this.#ready.shift()!);
      if (this.#running.size === 0) return this.#failure;
      await Promise.race(this.#running);
    }
  }

  #begin(nodeId: string): void {
    const step = this.#steps.get(nodeId)!;
    if (step.state === 'done' || step.state === 'reused') {
      this.#ended(nodeId);
      return;
    }
    const node = indexOfGraph(this.#graph).nodes.get(nodeId)!;
    const taken = this.#taken(node);
    if (!taken) {
      step.state = 'skipped';
      this.#ended(nodeId);
      return;
    }
    const work = this.#carryOut(node, step, taken).finally(() => {
      this.#running.delete(work);
    });
    // It is met in the race.
    work.catch(() => undefined);
    this.#running.add(work);
  }

  /** What comes in at a node; null where something that it needs does not come. */
  #taken(node: WorkflowNode): TakenByStep[] | null {
    const { nodes, incoming } = indexOfGraph(this.#graph);
    const wires = incoming.get(node.id) ?? [];
    const taken = wires.flatMap((wire): TakenByStep[] => {
      const found = this.#madeAt(wire);
      if (!found) return [];
      // Each step has its own tools alone, or they would be many times as many as the steps of a large graph.
      const made = { ...found, tools: node.type === 'save' ? this.#toolsUpTo(wire.source) : [] };
      return [{ port: wire.targetHandle ?? null, from: nodes.get(wire.source)!, made }];
    });
    const takesSome = node.type === 'merge' ? taken.length > 0 || wires.length === 0 : taken.length === wires.length;
    return takesSome ? taken : null;
  }

  /** The tools of a node and of all that lead to it, each after those before it. */
  #toolsUpTo(nodeId: string): MadeByStep['tools'] {
    const { incoming } = indexOfGraph(this.#graph);
    const found: MadeByStep['tools'] = [];
    const seen = new Set<string>();
    const look = (id: string): void => {
      if (seen.has(id)) return;
      seen.add(id);
      for (const { source } of incoming.get(id) ?? []) look(source);
      found.push(...(this.#state.made[id]?.tools ?? []));
    };
    look(nodeId);
    return found;
  }

  #madeAt({ source, sourceHandle }: WorkflowEdge): MadeByStep | undefined {
    const made = this.#state.made[source];
    const state = this.#steps.get(source)?.state;
    if (!made || (state !== 'done' && state !== 'reused')) return undefined;
    if (made.branch !== null && made.branch !== (sourceHandle ?? 'yes')) return undefined;
    if (!made.outputs) return made;
    // A wire from a workflow that gives one thing names the port, not the result.
    const named = made.outputs[sourceHandle ?? ''];
    const reference = named === undefined ? made.reference : named;
    return reference === null && made.paths.length === 0 ? undefined : { ...made, reference };
  }

  async #carryOut(node: WorkflowNode, step: WorkflowStep, taken: readonly TakenByStep[]): Promise<void> {
    const { signal, carryOut, changed, unexpected } = this.#course;
    const began = performance.now();
    Object.assign(step, { state: 'running', startedAt: new Date().toISOString(), message: null });
    changed(this.#state, false);
    try {
      const given = await carryOut(node, taken);
      const { isReused, rows = null, files = [], layer = null, message = null, remarks = [], ...made } = given;
      this.#state.made[node.id] = { ...nothing, ...made };
      Object.assign(step, { state: isReused ? 'reused' : 'done', rows, files, layer, message });
      if (remarks.length > 0) step.remarks = remarks;
      step.result = made.isImage ? null : (made.reference ?? null);
    } catch (error) {
      if (signal.aborted || isWithoutDatabase(error)) throw error;
      if (!(error instanceof GromaError)) unexpected(node, error);
      const failure = error instanceof GromaError ? error : new GromaError('INTERNAL', { reference: node.id });
      this.#failure ??= failure;
      Object.assign(step, { state: 'failed', message: failure.message });
    }
    step.milliseconds = Math.round(performance.now() - began);
    this.#ended(node.id);
    changed(this.#state, true);
  }

  #ended(nodeId: string): void {
    for (const { target } of indexOfGraph(this.#graph).outgoing.get(nodeId) ?? []) {
      const left = this.#left.get(target)! - 1;
      this.#left.set(target, left);
      if (left === 0) this.#ready.push(target);
    }
  }
}

import {
  byStarter,
  indexOfGraph,
  projectToolId,
  workflowTracker,
  type ProjectId,
  type UserId,
  type WorkflowEdge,
  type WorkflowGraph,
  type WorkflowNode,
  type WorkflowValues,
} from '@groma/model';
import { z } from 'zod';
import { defineOperation, type OperationContext, type OperationKind } from '../../platform/operation/operation-kind.ts';
import type { Platform } from '../../platform/platform.ts';
import { begunAgain, newCheckpoint, type GraphCheckpoint } from './course-parts.ts';
import { GraphCourse } from './graph-course.ts';
import { progressOf } from './run-graph.ts';
import { RunKeeper } from './run-keeper.ts';
import type { WorkflowNeeds } from './workflow-needs.ts';
import type { WorkflowRuns } from './workflow-runs.ts';

/** How often people are told how the steps stand. */
const tellMs = 250;

/** A run of a general graph, as its operation holds it. */
interface WantedRun {
  projectId: ProjectId;
  user: { id: UserId; username: string };
  workflow: { id: string; name: string };
  nodes: readonly WorkflowNode[];
  edges: readonly WorkflowEdge[];
  values: WorkflowValues;
  /** The node from which everything is made anew. */
  againFrom: string | null;
}

interface RunParts {
  platform: Platform;
  needs: WorkflowNeeds;
  runs: WorkflowRuns;
  readGraph(workflowId: string): Promise<WorkflowGraph>;
}

export type WorkflowOperation = OperationKind<WantedRun, object, GraphCheckpoint>;

/**
 * Runs of general graphs. After a kill the next attempt goes on at the steps that were not done. What a save has
 * finished stays when the run is canceled; nothing of a save that was under way does.
 */
export function defineWorkflowRun(parts: RunParts): WorkflowOperation {
  return defineOperation({
    name: 'workflow',
    task: 'tool',
    policy: byStarter('update', 'workflow'),
    // Each attempt begins where the one before was: many kills are no sign of a task that kills its process.
    maxAttempts: 10,
    input: z.object({
      projectId: z.custom<ProjectId>(),
      user: z.object({ id: z.custom<UserId>(), username: z.string() }),
      workflow: z.object({ id: z.string(), name: z.string() }),
      nodes: z.custom<readonly WorkflowNode[]>(),
      edges: z.custom<readonly WorkflowEdge[]>(),
      values: z.custom<WorkflowValues>(),
      againFrom: z.string().nullable(),
    }),
    run: (wanted, context) => new OneRun(parts, wanted, context).run(),
  });
}

/** One attempt at a run. */
class OneRun {
  readonly #parts: RunParts;
  readonly #wanted: WantedRun;
  readonly #context: OperationContext<object, GraphCheckpoint>;
  readonly #graph: WorkflowGraph;
  readonly #fresh: ReadonlySet<string>;
  readonly #checkpoint: GraphCheckpoint;
  readonly #keeper: RunKeeper;
  #noting: Promise<void> = Promise.resolve();
  #toldAt = 0;
  #tellTimer: NodeJS.Timeout | null = null;

  constructor(parts: RunParts, wanted: WantedRun, context: OperationContext<object, GraphCheckpoint>) {
    [this.#parts, this.#wanted, this.#context] = [parts, wanted, context];
    this.#graph = { nodes: wanted.nodes, edges: wanted.edges };
    this.#fresh = wanted.againFrom === null ? new Set() : following(this.#graph, wanted.againFrom);
    const { checkpoint } = context;
    this.#checkpoint = checkpoint ? begunAgain(this.#graph, checkpoint) : newCheckpoint(this.#graph);
    this.#keeper = new RunKeeper(
      () => context.keep(structuredClone(this.#checkpoint)),
      (error) => {
        parts.platform.log.error('What a run has done was not noted.', { run: context.id, error });
      },
    );
  }

  async run(): Promise<object> {
    const { platform, needs, readGraph } = this.#parts;
    const { id: operationId, signal, report } = this.#context;
    const { projectId, user, workflow, values } = this.#wanted;
    const caller = { projectId, user, operationId, signal };
    const plan = {
      graph: this.#graph,
      values,
      settled: new Set<string>(),
      isFresh: (nodeId: string) => this.#fresh.has(nodeId),
      path: [{ id: projectToolId({ kind: 'workflow', id: workflow.id }), name: workflow.name }],
    };
    const course = new GraphCourse(
      { platform, needs, readGraph, caller, workflow, keep: this.#keeper.now },
      plan,
      this.#checkpoint,
      (isEnd) => {
        this.#tell();
        if (isEnd) this.#keeper.soon();
      },
    );
    const failure = await course.run().finally(async () => {
      if (this.#tellTimer) clearTimeout(this.#tellTimer);
      await this.#note();
      await this.#keeper.end({ isStopped: signal.aborted });
    });
    if (failure) throw failure;
    report({ subtitle: workflowTracker({ phase: 'Succeeded', message: null, nodes: {} }, 'general').subtitle });
    return {};
  }

  /** Says how far it is, at most every quarter of a second. */
  #tell(): void {
    this.#context.report(progressOf(this.#checkpoint.steps));
    // What comes too soon is told later, or a long step would not be seen to have begun.
    this.#tellTimer ??= setTimeout(
      () => {
        this.#tellTimer = null;
        this.#toldAt = performance.now();
        void this.#note();
      },
      Math.max(0, this.#toldAt + tellMs - performance.now()),
    );
  }

  /** Writes how the steps stand, one time after the other, so that the newest stays. */
  #note(): Promise<void> {
    const { runs, platform } = this.#parts;
    const { id } = this.#context;
    this.#noting = this.#noting
      .then(() => runs.noteSteps(this.#wanted.workflow.id, id, this.#checkpoint.steps))
      .catch((error: unknown) => {
        platform.log.error('The steps of a run were not written.', { run: id, error });
      });
    return this.#noting;
  }
}

/** A node and all that follows from it. */
function following(graph: WorkflowGraph, from: string): Set<string> {
  const found = new Set([from]);
  for (const id of found) for (const { target } of indexOfGraph(graph).outgoing.get(id) ?? []) found.add(target);
  return found;
}

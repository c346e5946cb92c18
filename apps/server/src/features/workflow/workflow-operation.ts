import { eq } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import {
  byStarter,
  GromaError,
  indexOfGraph,
  isErrorCode,
  isFinalStatus,
  newId,
  workflowTracker,
  type OperationId,
  type ProjectId,
  type UserId,
  type WorkflowEdge,
  type WorkflowGraph,
  type WorkflowNode,
  type WorkflowNodeOf,
  type WorkflowStep,
  type WorkflowValues,
} from '@groma/model';
import { z } from 'zod';
import { operations } from '../../platform/database/tables/index.ts';
import { defineOperation, type OperationContext, type OperationKind } from '../../platform/operation/operation-kind.ts';
import type { Platform } from '../../platform/platform.ts';
import { carryOutStep, type StepParts } from './carry-out-step.ts';
import { runGraph, waitingSteps, type GraphRunState, type MadeByStep } from './run-graph.ts';
import type { SaveCheckpoint, WorkflowNeeds } from './workflow-needs.ts';
import type { WorkflowRuns } from './workflow-runs.ts';

const lookMs = 1_000;
/** How often people are told how the steps stand. */
const tellMs = 250;
/** The most time until it is noted that a step has ended. After a kill one that was not noted is found by its key. */
const keepMs = 250;

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

/** What is done, what each step has given, what was about to appear, and the conversions that were begun. */
interface RunCheckpoint {
  steps: WorkflowStep[];
  made: Record<string, MadeByStep>;
  saves: Record<string, SaveCheckpoint>;
  conversions: Record<string, { id: OperationId; paths: string[] }>;
}

interface RunParts {
  platform: Platform;
  needs: WorkflowNeeds;
  runs: WorkflowRuns;
}

export type WorkflowOperation = OperationKind<WantedRun, object, RunCheckpoint>;

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
  readonly #context: OperationContext<object, RunCheckpoint>;
  readonly #graph: WorkflowGraph;
  readonly #fresh: ReadonlySet<string>;
  readonly #checkpoint: RunCheckpoint;
  #keeping: Promise<void> = Promise.resolve();
  #isKeepWanted = false;
  #noting: Promise<void> = Promise.resolve();
  #toldAt = 0;
  #tellTimer: NodeJS.Timeout | null = null;
  #keepTimer: NodeJS.Timeout | null = null;

  constructor(parts: RunParts, wanted: WantedRun, context: OperationContext<object, RunCheckpoint>) {
    [this.#parts, this.#wanted, this.#context] = [parts, wanted, context];
    this.#graph = { nodes: wanted.nodes, edges: wanted.edges };
    this.#fresh = wanted.againFrom === null ? new Set() : following(this.#graph, wanted.againFrom);
    this.#checkpoint = begunAgain(this.#graph, context.checkpoint);
  }

  async run(): Promise<object> {
    const { platform, needs } = this.#parts;
    const { id: operationId, signal, report } = this.#context;
    const { projectId, user, workflow, values } = this.#wanted;
    const { saves } = this.#checkpoint;
    const stepParts = {
      needs,
      caller: { projectId, user, operationId, signal },
      workflow,
      values,
      isFresh: (nodeId: string) => this.#fresh.has(nodeId),
      saves,
      keepSave: async (nodeId: string, checkpoint: SaveCheckpoint) => {
        saves[nodeId] = checkpoint;
        await this.#keep();
      },
      convert: (...asked: Parameters<OneRun['convert']>) => this.convert(...asked),
      report: () => undefined,
    };
    const failure = await runGraph(this.#graph, this.#checkpoint, {
      signal,
      carryOut: (node, taken) => carryOutStep(stepParts, node, taken, (id) => this.#folderOf(id)),
      changed: (state, isEnd) => {
        this.#tell(state);
        if (isEnd) this.#keepSoon();
      },
      unexpected: (node, error) => {
        platform.log.error('A step of a workflow failed.', { run: operationId, node: node.id, error });
      },
    }).finally(async () => {
      if (this.#tellTimer) clearTimeout(this.#tellTimer);
      await this.#note();
      if (!this.#keepTimer) return;
      clearTimeout(this.#keepTimer);
      // A server that stops leaves the rest to the next attempt.
      if (signal.aborted) await this.#keep().catch(() => undefined);
    });
    if (failure) throw failure;
    report({ subtitle: workflowTracker({ phase: 'Succeeded', message: null, nodes: {} }, 'general').subtitle });
    return {};
  }

  /** Converts files by an operation of its own, and waits for its end. @throws GromaError why it failed */
  async convert(
    node: WorkflowNodeOf<'conversion'>,
    wanted: { inputs: string[]; excluded: string[]; folder: string | undefined },
  ): ReturnType<StepParts['convert']> {
    const { platform, needs } = this.#parts;
    const { projectId, user } = this.#wanted;
    const { signal } = this.#context;
    let begun = this.#checkpoint.conversions[node.id];
    if (!begun || !(await exists(platform, begun.id))) {
      begun = { id: newId<'operation'>(), paths: [] };
      this.#checkpoint.conversions[node.id] = begun;
      await this.#keep();
      begun.paths = await needs.beginConversion({
        ...wanted,
        projectId,
        userId: user.id,
        operationId: begun.id,
        workflowName: node.data.label,
        format: node.data.outputFormat ?? '',
        signal,
      });
      await this.#keep();
    }
    const { remarks } = await ended(platform, begun.id, signal);
    return { paths: begun.paths, remarks };
  }

  /** The folder of the output that a conversion leads to. */
  #folderOf(nodeId: string): string | undefined {
    const { nodes, outgoing } = indexOfGraph(this.#graph);
    for (const { target } of outgoing.get(nodeId) ?? []) {
      const node = nodes.get(target);
      if (node?.type === 'output' && node.data.path !== '') return node.data.path;
    }
    return undefined;
  }

  /** Many steps may end at once, and the checkpoint of a large graph is large. */
  #keepSoon(): void {
    this.#keepTimer ??= setTimeout(() => {
      this.#keepTimer = null;
      // Whoever has lost the operation is told when its lease is renewed.
      this.#keep().catch((error: unknown) => {
        this.#parts.platform.log.error('What a run has done was not noted.', { run: this.#context.id, error });
      });
    }, keepMs);
  }

  /** Writes the checkpoint; what changes while it is being written is written once more. */
  async #keep(): Promise<void> {
    if (this.#isKeepWanted) return this.#keeping;
    this.#isKeepWanted = true;
    this.#keeping = this.#keeping.then(async () => {
      this.#isKeepWanted = false;
      await this.#context.keep(structuredClone(this.#checkpoint));
    });
    return this.#keeping;
  }

  /** Says how far it is, at most every quarter of a second. */
  #tell({ steps }: GraphRunState): void {
    const phases = steps.map(({ nodeId, state }) => [nodeId, { phase: phaseOf(state) }] as const);
    const { progress, subtitle } = workflowTracker({
      phase: 'Running',
      message: null,
      nodes: Object.fromEntries(phases),
    });
    this.#context.report({ progress, subtitle });
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

function phaseOf(state: WorkflowStep['state']): string {
  return state === 'waiting' || state === 'running' ? 'Running' : 'Succeeded';
}

/** What the attempt before has done; what it was at begins anew. */
function begunAgain(graph: WorkflowGraph, checkpoint: RunCheckpoint | null): RunCheckpoint {
  const waiting = waitingSteps(graph);
  if (!checkpoint) return { steps: waiting, made: {}, saves: {}, conversions: {} };
  const done = new Map(
    checkpoint.steps.filter(({ state }) => state === 'done' || state === 'reused').map((step) => [step.nodeId, step]),
  );
  return { ...checkpoint, steps: waiting.map((step) => done.get(step.nodeId) ?? step) };
}

/** A node and all that follows from it. */
function following(graph: WorkflowGraph, from: string): Set<string> {
  const found = new Set([from]);
  for (const id of found) for (const { target } of indexOfGraph(graph).outgoing.get(id) ?? []) found.add(target);
  return found;
}

async function exists({ database: { query } }: Platform, id: OperationId): Promise<boolean> {
  const rows = await query.select({ id: operations.id }).from(operations).where(eq(operations.id, id));
  return rows.length > 0;
}

/** Waits for the end of an operation, which is canceled with this one. @throws GromaError why it failed */
async function ended({ database: { query }, operations: all }: Platform, id: OperationId, signal: AbortSignal) {
  try {
    for (;;) {
      const [row] = await query.select().from(operations).where(eq(operations.id, id));
      if (row?.status === 'Completed') return row;
      if (!row || isFinalStatus(row.status))
        throw row?.failure && isErrorCode(row.failure.code)
          ? new GromaError(row.failure.code, row.failure.details)
          : new GromaError('BAD_INPUT', { detail: 'its conversion was canceled.' });
      await wait(lookMs, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted && signal.reason instanceof GromaError) await all.cancel(id);
    throw error;
  }
}

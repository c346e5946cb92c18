import { eq } from '../../platform/database/drizzle.ts';
import { setTimeout as wait } from 'node:timers/promises';
import {
  boundValue,
  GromaError,
  indexOfGraph,
  isErrorCode,
  isFinalStatus,
  newId,
  optionsOf,
  parseProjectToolId,
  planLoops,
  type InnerStep,
  type OperationId,
  type WorkflowGraph,
  type WorkflowNode,
  type WorkflowNodeOf,
  type WorkflowValues,
} from '@groma/model';
import { operations } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { collectStep } from './collect-step.ts';
import { carryOutStep, type StepParts } from './carry-out-step.ts';
import {
  begunAgain,
  newCheckpoint,
  type CourseParts,
  type GraphCheckpoint,
  type InnerRun,
  type PathEntry,
} from './course-parts.ts';
import { filesOf, runLoop } from './loop-run.ts';
import { beginInner, givenByInner } from './inner-run.ts';
import { runGraph, type CarriedStep, type TakenByStep } from './run-graph.ts';

const lookMs = 1_000;

/** One graph of a run: the workflow itself, or one that a step of it runs as a tool. */
export interface CoursePlan {
  graph: WorkflowGraph;
  values: WorkflowValues;
  /** Data nodes whose references are settled already. */
  settled: ReadonlySet<string>;
  isFresh(nodeId: string): boolean;
  /** The workflows that it is inside of, as tools, the outermost first, and itself. */
  path: readonly PathEntry[];
}

/** Carries one graph of a run out, and those that its steps run as tools. */
export class GraphCourse {
  readonly #parts: CourseParts;
  readonly #plan: CoursePlan;
  readonly #checkpoint: GraphCheckpoint;
  readonly #changed: (isEnd: boolean) => void;
  readonly #planned: ReturnType<typeof planLoops>;

  constructor(parts: CourseParts, plan: CoursePlan, checkpoint: GraphCheckpoint, changed: (isEnd: boolean) => void) {
    [this.#parts, this.#plan, this.#checkpoint, this.#changed] = [parts, plan, checkpoint, changed];
    this.#planned = planLoops(plan.graph);
  }

  /** @returns the failure of the first step that failed; null where none did. @throws the signal's reason */
  async run(): Promise<GromaError | null> {
    const { platform, caller } = this.#parts;
    return runGraph(this.#planned.graph, this.#checkpoint, {
      signal: caller.signal,
      carryOut: (node, taken) => this.#carryOut(node, taken),
      changed: (_state, isEnd) => {
        if (isEnd) this.#forgetEnded();
        this.#changed(isEnd);
      },
      unexpected: (node, error) => {
        platform.log.error('A step of a workflow failed.', { run: caller.operationId, node: node.id, error });
      },
    });
  }

  #carryOut(node: WorkflowNode, taken: readonly TakenByStep[]): Promise<CarriedStep> {
    const { needs, caller, workflow, keep } = this.#parts;
    const { values, settled, isFresh } = this.#plan;
    const { saves } = this.#checkpoint;
    if (node.type === 'tool' && parseProjectToolId(node.data.tool)?.kind === 'workflow')
      return this.#runInner(node, taken);
    if (node.type === 'files') return this.#runLoop(node, taken);
    const parts: StepParts = {
      needs,
      caller,
      workflow,
      values,
      settled,
      isFresh,
      saves,
      keepSave: async (nodeId, checkpoint) => {
        saves[nodeId] = checkpoint;
        await keep();
      },
      convert: (...asked) => this.#convert(...asked),
      report: () => undefined,
    };
    if (node.type === 'collect') return collectStep(parts, node, taken[0]!);
    return carryOutStep(parts, node, taken, (id) => this.#folderOf(id));
  }

  /** Runs a workflow as the tool of a step; its steps show under that. @throws GromaError why it failed */
  async #runInner(node: WorkflowNodeOf<'tool'>, taken: readonly TakenByStep[]): Promise<CarriedStep> {
    const { inner } = this.#checkpoint;
    const { values, path, isFresh } = this.#plan;
    const known = inner[node.id];
    const begun = known
      ? begunAgain(known, known)
      : await beginInner(this.#parts, { node, taken, values, path }).then((run) => ({ ...run, ...newCheckpoint(run) }));
    inner[node.id] = begun;
    await this.#parts.keep();
    const step = this.#checkpoint.steps.find(({ nodeId }) => nodeId === node.id)!;
    const show = (isEnd: boolean): void => {
      step.inner = innerSteps(begun);
      this.#changed(isEnd);
    };
    const plan = {
      graph: begun,
      values: begun.values,
      settled: new Set(begun.settled),
      isFresh: () => isFresh(node.id),
      path: [...path, { id: node.data.tool, name: begun.name }],
    };
    const failure = await new GraphCourse(this.#parts, plan, begun, show).run();
    step.inner = innerSteps(begun);
    if (failure) throw failedWithin(begun, failure);
    return givenByInner(begun, begun);
  }

  /** Goes through the files of a loop. @throws GromaError where there are none, and where all fail */
  async #runLoop(node: WorkflowNodeOf<'files'>, taken: readonly TakenByStep[]): Promise<CarriedStep> {
    const { loops, steps } = this.#checkpoint;
    const { values, isFresh, path } = this.#plan;
    const pattern = String(boundValue(node.data.pattern, values) ?? '');
    loops[node.id] ??= { paths: await filesOf(this.#parts, pattern), ended: {} };
    await this.#parts.keep();
    const step = steps.find(({ nodeId }) => nodeId === node.id)!;
    return runLoop({
      parts: this.#parts,
      plan: this.#planned.loops.get(node.id)!,
      taken,
      atOnce: node.data.atOnce,
      checkpoint: loops[node.id]!,
      show: (items, body) => {
        [step.items, step.body] = [items, body];
        this.#changed(false);
      },
      carryOut: (graph, checkpoint, changed) => {
        // What stands for data from outside is settled.
        const settled = new Set(graph.nodes.flatMap(({ id, type }) => (type === 'data' ? [id] : [])));
        return new GraphCourse(this.#parts, { graph, values, settled, isFresh, path }, checkpoint, changed).run();
      },
    });
  }

  /** What a workflow within has done stands in what its step gives. */
  #forgetEnded(): void {
    const { inner, loops, steps } = this.#checkpoint;
    for (const { nodeId, state } of steps) {
      if (state === 'running') continue;
      delete inner[nodeId];
      delete loops[nodeId];
    }
  }

  /** Converts files by an operation of its own, and waits for its end. @throws GromaError why it failed */
  async #convert(
    node: WorkflowNodeOf<'conversion'>,
    wanted: { inputs: string[]; excluded: string[]; folder: string | undefined },
  ): ReturnType<StepParts['convert']> {
    const { platform, needs, keep } = this.#parts;
    const { projectId, user, signal } = this.#parts.caller;
    let begun = this.#checkpoint.conversions[node.id];
    if (!begun || !(await exists(platform, begun.id))) {
      begun = { id: newId<'operation'>(), paths: [] };
      this.#checkpoint.conversions[node.id] = begun;
      await keep();
      begun.paths = await needs.beginConversion({
        ...wanted,
        projectId,
        userId: user.id,
        operationId: begun.id,
        workflowName: node.data.label,
        format: node.data.outputFormat ?? '',
        options: optionsOf(node.data),
        signal,
      });
      await keep();
    }
    const { remarks } = await ended(platform, begun.id, signal);
    return { paths: begun.paths, remarks };
  }

  /** The folder of the output that a conversion leads to. */
  #folderOf(nodeId: string): string | undefined {
    const { nodes, outgoing } = indexOfGraph(this.#plan.graph);
    for (const { target } of outgoing.get(nodeId) ?? []) {
      const node = nodes.get(target);
      if (node?.type === 'output' && node.data.path !== '') return node.data.path;
    }
    return undefined;
  }
}

/** The failure of a workflow that runs as a tool names the step. */
export function failedWithin({ nodes, steps }: InnerRun & GraphCheckpoint, failure: GromaError): GromaError {
  const step = steps.find(({ state, message }) => state === 'failed' && message === failure.message);
  const label = nodes.find(({ id }) => id === step?.nodeId)?.data.label ?? '';
  return new GromaError('TOOL_STEP_FAILED', { label, text: failure.message });
}

/** The steps of a workflow that runs as a tool, as they show under its step, each followed by those within it. */
function innerSteps({ nodes, steps }: InnerRun & GraphCheckpoint): InnerStep[] {
  const labels = new Map(nodes.map(({ id, data }) => [id, data.label]));
  return steps.flatMap(({ inner = [], ...step }) => [
    { ...step, label: labels.get(step.nodeId) ?? '', depth: 1 },
    ...inner.map((each) => ({ ...each, nodeId: `${step.nodeId}/${each.nodeId}`, depth: each.depth + 1 })),
  ]);
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

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseOfSql, type InputValue, type WholeOutput } from '@groma/model';
import type { AppBlock, AppCellState, AppEnd, AppEvent, AppRemark, AppValues } from '@groma/protocol';
import { deferred } from '../../../platform/kernel/deferred.ts';
import { isOutOfMemory } from '../../../platform/kernel/kernel-watch.ts';
import { assignments, kernelCode, kernelLanguageOf } from '../../../platform/kernel/language-kernel.ts';
import type { LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { KernelLanguage } from '../../../platform/kernel/sandbox.ts';
import { firstToRun, type AppCell } from './app-cells.ts';
import { settledValues } from './app-blocks.ts';
import { CellOutputs, mostOfSession } from './cell-outputs.ts';
import { lineOf } from './event-stream.ts';
import { LateTeller } from './late-teller.ts';

/** What a session is made of. */
interface SessionParts {
  templateId: string;
  versionId: string;
  isShared: boolean;
  blocks: readonly AppBlock[];
  cells: readonly AppCell[];
  /** Values that readers cannot set. */
  fixed: readonly InputValue[];
  runMs: number;
  idleMs: number;
  startKernel(language: KernelLanguage): Promise<LastingKernelSession>;
  /** Called with why the session failed, which readers are not told: it may name paths of the server. */
  onFailure(error: unknown): void;
  /** Called once, when it takes nobody any more. */
  onEnd(): void;
  /** Called once after that, when its kernels have ended. */
  onGone(): void;
}

interface Shown {
  state: AppCellState;
  outputs: readonly WholeOutput[];
  /** Characters of the outputs. */
  size: number;
  remark: AppRemark | null;
}

/** Takes an event, and the same as a line where it is made for all readers. */
export type TellReader = (event: AppEvent, line?: Buffer) => void;

/** Starting kernels is no part of a run's time: on a busy server it may take longer than the run. */
const mostStartMs = 120_000;
/** A shared session waits so long for a reader to come again. */
const mostAloneMs = 60_000;
/** What a block shows is told so often while it grows; what is much, seldom. */
const pauseMs = { usual: 250, long: 2_000 };
const longOutput = 200_000;

/**
 * One session of an application: kernels of its own, the values of its inputs, and who is told of it. It runs one thing
 * at a time; of values that come meanwhile the newest wait.
 */
export class AppSession {
  readonly id = randomUUID();
  readonly #parts: SessionParts;
  readonly #kernels = new Map<KernelLanguage, Promise<LastingKernelSession>>();
  readonly #readers = new Set<TellReader>();
  readonly #shown = new Map<string, Shown>();
  readonly #over = new AbortController();
  #values: readonly InputValue[];
  #wanted: readonly InputValue[] | null = null;
  #isRunning = false;
  /** Blocks from the first that have run since the kernels were started. */
  #done = 0;
  #idle: NodeJS.Timeout | undefined;
  #alone: NodeJS.Timeout | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#values = settledValues(parts.blocks, {});
    this.#waitForUse();
  }

  get templateId(): string {
    return this.#parts.templateId;
  }

  get versionId(): string {
    return this.#parts.versionId;
  }

  /** Tells a reader what there is, and all that comes; returns what ends that. */
  attach(tell: TellReader): () => void {
    clearTimeout(this.#alone);
    this.#readers.add(tell);
    tell({
      type: 'ready',
      session: this.id,
      values: valuesOf(this.#values),
      is_running: this.#isRunning,
      cells: [...this.#shown].map(([id, shown]) => toldOf(id, shown)),
    });
    return () => {
      this.#readers.delete(tell);
      if (this.#readers.size > 0) return;
      if (this.#parts.isShared) this.#alone = setTimeout(() => this.end('idle'), mostAloneMs).unref();
      else this.end('idle');
    };
  }

  /** Sets inputs, and runs what follows from that. */
  run(wanted: AppValues): void {
    if (this.#over.signal.aborted) return;
    const values = settledValues(this.#parts.blocks, wanted);
    // What runs already with the same values need not run after that again.
    this.#wanted = this.#isRunning && changedNames(values, this.#values).length === 0 ? null : values;
    if (!this.#isRunning) void this.#work();
  }

  /** Ends it with its kernels, whatever runs. */
  end(reason: AppEnd, detail?: string): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    clearTimeout(this.#idle);
    clearTimeout(this.#alone);
    this.#tell({ type: 'ended', reason, ...(detail !== undefined && { detail }) });
    this.#readers.clear();
    const { onEnd, onGone } = this.#parts;
    onEnd();
    const ending = [...this.#kernels.values()].map((kernel) => kernel.then((each) => each.shutdown()));
    void Promise.allSettled(ending).then(onGone);
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    clearTimeout(this.#idle);
    while (this.#wanted && !this.#over.signal.aborted) {
      const values = this.#wanted;
      this.#wanted = null;
      try {
        await this.#runOnce(values);
      } catch (error) {
        if (!this.#over.signal.aborted) this.#parts.onFailure(error);
        this.end('failed');
      }
    }
    this.#isRunning = false;
    if (this.#over.signal.aborted) return;
    this.#tell({ type: 'rest' });
    this.#waitForUse();
  }

  async #runOnce(values: readonly InputValue[]): Promise<void> {
    const { cells } = this.#parts;
    const changed = changedNames(values, this.#values);
    const from = changed.length === 0 ? 0 : Math.min(this.#done, firstToRun(cells, changed));
    this.#values = values;
    const toRun = cells.slice(from);
    for (const { id } of toRun) this.#shown.set(id, { state: 'waiting', outputs: [], size: 0, remark: null });
    this.#tell({ type: 'run', values: valuesOf(values), cells: toRun.map(({ id }) => id) });
    await this.#startKernels(toRun);
    const limit = setTimeout(() => this.end('time'), this.#parts.runMs);
    try {
      await this.#runCells(toRun, from);
    } finally {
      clearTimeout(limit);
    }
  }

  /** Starts the kernels that code blocks need. @throws Error where that takes too long, or what `startKernel` throws */
  async #startKernels(cells: readonly AppCell[]): Promise<void> {
    const needed = cells.filter((cell) => !asksDatabase(cell)).map(({ language }) => kernelLanguageOf(language));
    const limit = deferred<never>();
    const timer = setTimeout(() => limit.reject(new Error('The kernels took too long to start.')), mostStartMs);
    try {
      await Promise.race([Promise.all(needed.map((language) => this.#kernelOf(language))), limit.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Runs code blocks until one fails; `from`: those before the first of them. */
  async #runCells(cells: readonly AppCell[], from: number): Promise<void> {
    for (const [index, cell] of cells.entries()) {
      if (this.#over.signal.aborted) return;
      const isGood = await this.#runCell(cell);
      if (this.#over.signal.aborted) return;
      this.#done = from + index + (isGood ? 1 : 0);
      if (isGood) continue;
      for (const { id } of cells.slice(index + 1)) this.#show(id, 'skipped', new CellOutputs());
      return;
    }
  }

  /** Whether it ended without an error. */
  async #runCell(cell: AppCell): Promise<boolean> {
    const { id, language, code, label } = cell;
    const shown = [...this.#shown.values()].reduce((sum, { size }) => sum + size, 0);
    const outputs = new CellOutputs(mostOfSession - shown);
    if (asksDatabase(cell)) {
      this.#show(id, 'error', outputs, 'no-databases');
      return false;
    }
    const kernel = await this.#kernelOf(kernelLanguageOf(language));
    if (this.#over.signal.aborted) return false;
    this.#show(id, 'running', outputs);
    const teller = new LateTeller(() => this.#show(id, 'running', outputs));
    const { signal } = this.#over;
    const values = [...this.#parts.fixed, ...this.#values];
    if (values.length > 0)
      await kernel.execute(assignments(kernelLanguageOf(language), values), {
        isSilent: true,
        onOutput: () => undefined,
        signal,
      });
    const { status } = await kernel.execute(kernelCode(language, code, label), {
      signal,
      onOutput(given) {
        outputs.add(given);
        teller.tell(outputs.size > longOutput ? pauseMs.long : pauseMs.usual);
      },
      onClear() {
        outputs.clear();
      },
    });
    teller.stop();
    if (signal.aborted) return false;
    if (status === 'dead') {
      // Why it has ended is told by itself, which ends the session.
      await sleep(mostDeathMs, undefined, { signal }).catch(() => undefined);
      this.end('died');
      return false;
    }
    this.#show(id, status === 'ok' ? 'ok' : 'error', outputs);
    return status === 'ok';
  }

  #kernelOf(language: KernelLanguage): Promise<LastingKernelSession> {
    const known = this.#kernels.get(language);
    if (known) return known;
    this.#tell({ type: 'starting' });
    const made = this.#parts.startKernel(language);
    this.#kernels.set(language, made);
    made.then(
      (kernel) =>
        kernel.onDeath((reason) => {
          this.end(isOutOfMemory(reason) ? 'memory' : 'died', reason);
        }),
      () => undefined,
    );
    return made;
  }

  #show(
    id: string,
    state: AppCellState,
    { shown: outputs, size, isCut }: CellOutputs,
    remark: AppRemark | null = isCut ? 'cut' : null,
  ): void {
    if (this.#over.signal.aborted) return;
    const shown: Shown = { state, outputs, size, remark };
    this.#shown.set(id, shown);
    this.#tell({ type: 'cell', ...toldOf(id, shown) });
  }

  #tell(event: AppEvent): void {
    if (this.#readers.size === 0) return;
    const line = lineOf(event);
    for (const tell of this.#readers) tell(event, line);
  }

  #waitForUse(): void {
    this.#idle = setTimeout(() => this.end('idle'), this.#parts.idleMs).unref();
  }
}

/** The reason of a death comes beside the end of what ran; without it the end is told after so long. */
const mostDeathMs = 1_000;

function toldOf(id: string, { state, outputs, remark }: Shown) {
  return { id, state, outputs: [...outputs], ...(remark && { remark }) };
}

function valuesOf(values: readonly InputValue[]): AppValues {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]));
}

/** Databases are asked by the server and not by a kernel. */
function asksDatabase({ language, code }: AppCell): boolean {
  return language === 'sql' && databaseOfSql(code) !== null;
}

function changedNames(values: readonly InputValue[], before: readonly InputValue[]): string[] {
  return values.filter((value, index) => !isSame(value, before[index])).map(({ name }) => name);
}

function isSame(one: InputValue, other: InputValue | undefined): boolean {
  return other !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseOfSql, type InputValue, type WholeOutput } from '@groma/model';
import type { AppBlock, AppCellState, AppEnd, AppEvent, AppValues } from '@groma/protocol';
import { assignments, kernelCode, kernelLanguageOf } from '../../../platform/kernel/language-kernel.ts';
import type { LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { KernelLanguage } from '../../../platform/kernel/sandbox.ts';
import { firstToRun, type AppCell } from './app-cells.ts';
import { settledValues } from './app-blocks.ts';
import { CellOutputs, mostOfSession } from './cell-outputs.ts';

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
}

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
  readonly #readers = new Set<(event: AppEvent) => void>();
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
  attach(tell: (event: AppEvent) => void): () => void {
    clearTimeout(this.#alone);
    this.#readers.add(tell);
    tell({
      type: 'ready',
      session: this.id,
      values: valuesOf(this.#values),
      is_running: this.#isRunning,
      cells: [...this.#shown].map(([id, { state, outputs }]) => ({ id, state, outputs: [...outputs] })),
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
    this.#wanted = settledValues(this.#parts.blocks, wanted);
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
      const limit = setTimeout(() => this.end('time'), this.#parts.runMs);
      try {
        await this.#runOnce(values);
      } catch (error) {
        this.end('failed', error instanceof Error ? error.message : String(error));
      } finally {
        clearTimeout(limit);
      }
    }
    this.#isRunning = false;
    if (this.#over.signal.aborted) return;
    this.#tell({ type: 'rest' });
    this.#waitForUse();
  }

  async #runOnce(values: readonly InputValue[]): Promise<void> {
    const { cells } = this.#parts;
    const changed = values.filter((value, index) => !isSame(value, this.#values[index])).map(({ name }) => name);
    const from = changed.length === 0 ? 0 : Math.min(this.#done, firstToRun(cells, changed));
    this.#values = values;
    const toRun = cells.slice(from);
    for (const { id } of toRun) this.#shown.set(id, { state: 'waiting', outputs: [], size: 0 });
    this.#tell({ type: 'run', values: valuesOf(values), cells: toRun.map(({ id }) => id) });
    for (const [index, cell] of toRun.entries()) {
      const isGood = await this.#runCell(cell);
      if (this.#over.signal.aborted) return;
      this.#done = from + index + (isGood ? 1 : 0);
      if (isGood) continue;
      for (const { id } of toRun.slice(index + 1)) this.#show(id, 'skipped', new CellOutputs());
      return;
    }
  }

  /** Whether it ended without an error. */
  async #runCell(cell: AppCell): Promise<boolean> {
    const { id, language, code, label } = cell;
    const shown = [...this.#shown.values()].reduce((sum, { size }) => sum + size, 0);
    const outputs = new CellOutputs(mostOfSession - shown);
    if (language === 'sql' && databaseOfSql(code) !== null) {
      outputs.add([{ kind: 'stderr', text: 'Readers of an application cannot ask databases.\n' }]);
      this.#show(id, 'error', outputs);
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
    // Why a kernel has ended is told by itself.
    if (status === 'dead') {
      await sleep(deathMs);
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
          this.end(reason.includes('out of memory') ? 'memory' : 'died', reason);
        }),
      () => undefined,
    );
    return made;
  }

  #show(id: string, state: AppCellState, { shown, size }: CellOutputs): void {
    if (this.#over.signal.aborted) return;
    this.#shown.set(id, { state, outputs: shown, size });
    this.#tell({ type: 'cell', id, state, outputs: [...shown] });
  }

  #tell(event: AppEvent): void {
    for (const tell of this.#readers) tell(event);
  }

  #waitForUse(): void {
    this.#idle = setTimeout(() => this.end('idle'), this.#parts.idleMs).unref();
  }
}

/** The reason of a death comes beside the end of what ran; without it the end is told after so long. */
const deathMs = 1_000;

/** Does something soon, once for however many ask meanwhile. */
class LateTeller {
  readonly #do: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(work: () => void) {
    this.#do = work;
  }

  tell(afterMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#do();
    }, afterMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

function valuesOf(values: readonly InputValue[]): AppValues {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]));
}

function isSame(one: InputValue, other: InputValue | undefined): boolean {
  return other !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

import { newId } from '@groma/model';
import type { ExecuteOptions, ExecuteResult, KernelStatus, LastingKernelSession } from '../kernel-session.ts';
import type { KernelQuestion } from '../kernel-question.ts';
import { noUse, type KernelUse } from '../kernel-use.ts';
import type { RunReader } from './run-reader.ts';
import type { SupervisorLink, SupervisorWord } from './supervisor-link.ts';
import type { RememberedRun, SupervisedKernelState } from './supervisor-message.ts';

/** How a kernel reaches its supervisor. */
interface Way {
  call: SupervisorLink['call'];
  tell: (word: SupervisorWord) => void;
  leftRuns: () => readonly RememberedRun[];
  forget: () => void;
}

/** A kernel that the supervisor holds, as the server uses it. */
export class SupervisedKernel implements LastingKernelSession {
  readonly id: string;
  readonly notebookId: string;
  readonly #way: Way;
  readonly #runs: RunReader;
  readonly #deathListeners = new Set<(reason: string) => void>();
  readonly #statusListeners = new Set<(status: KernelStatus) => void>();
  #status: KernelStatus;
  #epoch: number;

  constructor({ kernelId, notebookId, status, epoch }: SupervisedKernelState, runs: RunReader, way: Way) {
    this.id = kernelId;
    this.notebookId = notebookId;
    this.#status = status;
    this.#epoch = epoch;
    this.#runs = runs;
    this.#way = way;
  }

  get status(): KernelStatus {
    return this.#status;
  }

  get epoch(): number {
    return this.#epoch;
  }

  async execute(code: string, options: ExecuteOptions): Promise<ExecuteResult> {
    if (options.signal?.aborted) return { status: 'aborted', executionCount: null };
    const runId = options.runId ?? newId<'run'>();
    const result = await this.#runs.read({ kernelId: this.id, runId }, options, () =>
      this.#way
        .call('execute', {
          kernelId: this.id,
          epoch: this.#epoch,
          runId,
          code,
          isSilent: options.isSilent,
          takesInput: options.takesInput,
        })
        .catch(() => false),
    );
    // Whoever names a run forgets it when all of it is on disk.
    if (options.runId === undefined) this.forgetRun(runId);
    return result;
  }

  holdsRun(runId: string): boolean {
    return this.#way.leftRuns().some((run) => run.runId === runId && !run.hasEnded);
  }

  get leftRuns(): readonly string[] {
    return this.#way.leftRuns().map(({ runId }) => runId);
  }

  followEnded(runId: string, options: ExecuteOptions): void {
    this.#runs.readLate({ kernelId: this.id, runId }, options);
    this.forgetRun(runId);
  }

  followRun(runId: string, after: number, options: ExecuteOptions): Promise<ExecuteResult> {
    return this.#runs.read({ kernelId: this.id, runId }, options, () =>
      this.#way.call('follow', { runId, after }).catch(() => false),
    );
  }

  forgetRun(runId: string): void {
    this.#way.tell({ type: 'forget', runId });
  }

  ask(question: KernelQuestion): Promise<Record<string, unknown> | null> {
    return this.#way.call('ask', { kernelId: this.id, question }).catch(() => null);
  }

  answer(inputId: string, value: string): Promise<boolean> {
    return this.#way.call('answer', { kernelId: this.id, inputId, value }).catch(() => false);
  }

  interrupt(): Promise<void> {
    return this.#way.call('interrupt', { kernelId: this.id });
  }

  restart(): Promise<void> {
    return this.#way.call('restart', { kernelId: this.id });
  }

  async shutdown(): Promise<void> {
    this.#way.forget();
    await this.#way.call('shutdown', { kernelId: this.id }).catch(() => undefined);
    // At its end it told what its widgets were last.
    this.#runs.forgetKernel(this.id);
    this.setStatus('dead', this.#epoch);
  }

  onDeath(listener: (reason: string) => void): () => void {
    this.#deathListeners.add(listener);
    return () => this.#deathListeners.delete(listener);
  }

  onStatus(listener: (status: KernelStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  use(): Promise<KernelUse> {
    return this.#way.call('use', { kernelId: this.id }).catch(() => noUse);
  }

  /** The supervisor tells what became of it. */
  setStatus(status: KernelStatus, epoch: number): void {
    this.#epoch = epoch;
    if (this.#status === status) return;
    this.#status = status;
    for (const listener of this.#statusListeners) listener(status);
  }

  publishDeath(reason: string): void {
    for (const listener of this.#deathListeners) listener(reason);
  }

  /** It is gone with its supervisor. */
  die(reason: string): void {
    if (this.#status === 'dead') return;
    this.setStatus('dead', this.#epoch);
    this.publishDeath(reason);
  }
}

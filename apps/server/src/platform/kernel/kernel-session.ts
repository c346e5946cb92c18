import type { WholeOutput, WidgetBatch } from '@groma/model';
import type { KernelHost } from './kernel-host.ts';
import { startKernelHost, type AnyKernelLaunch } from './start-kernel-host.ts';
import { KernelLost, KernelWire } from './kernel-wire.ts';
import type { KernelQuestion } from './kernel-question.ts';
import type { OutputSink } from './kernel-wire.ts';
import { noUse, type KernelUse } from './kernel-use.ts';
import { deferred } from './deferred.ts';

export type KernelStatus = 'starting' | 'idle' | 'busy' | 'dead';

/**
 * How to run one piece of code. Aborting the signal stops it: before it began it never runs, after that it is
 * interrupted.
 */
export interface ExecuteOptions extends OutputSink {
  signal?: AbortSignal;
  /**
   * Names the execution, so that a server which starts again can go on reading it (`followRun`) until it is forgotten.
   */
  runId?: string;
  /** Leaves no trace: no number, no history, no output. */
  isSilent?: boolean;
  /** Somebody may answer what the code asks for; else it is refused to ask. */
  takesInput?: boolean;
}

/** `aborted`: stopped by its signal, or never begun. `dead`: the kernel died or was restarted meanwhile. */
export interface ExecuteResult {
  status: 'ok' | 'error' | 'aborted' | 'dead';
  executionCount: number | null;
}

/**
 * A kernel of a notebook. Executions are run one after another in the order of the calls. A kernel that dies stays dead
 * until `restart`; the execution that was running gets a `stderr` output with the reason, and `onDeath` tells it too.
 */
export interface KernelSession {
  readonly id: string;
  readonly notebookId: string;
  readonly status: KernelStatus;
  /** Counts the starts: variables of another epoch are lost. */
  readonly epoch: number;
  execute(code: string, options: ExecuteOptions): Promise<ExecuteResult>;
  /** Answers an editor's question, also while code runs where the kernel can; null when no answer comes in time. */
  ask(question: KernelQuestion): Promise<Record<string, unknown> | null>;
  /**
   * Gives a line to code that waits for it, by the name of the output that asks; false when it has not asked that, or
   * not any more.
   */
  answer(inputId: string, value: string): Promise<boolean>;
  /**
   * Interrupts what runs, politely and after a second by a signal. Code may not heed it, as in a long call into C: then
   * it goes on.
   */
  interrupt(): Promise<void>;
  restart(): Promise<void>;
  shutdown(): Promise<void>;
  /**
   * Called with the reason, a phrase as `died: ended by signal SIGKILL`, when the kernel ends unasked. Returns how to
   * stop listening.
   */
  onDeath(listener: (reason: string) => void): () => void;
  onStatus(listener: (status: KernelStatus) => void): () => void;
  use(): Promise<KernelUse>;
}

/** A kernel that outlives the server which uses it, with the executions that were named by `runId`. */
export interface LastingKernelSession extends KernelSession {
  /** The executions that a server before began, those among them whose threads may still say something. */
  readonly leftRuns: readonly string[];
  /** Whether this named execution, which a server before began, can be gone on with. */
  holdsRun(runId: string): boolean;
  /** Goes on reading a named execution after its batch `after`; `dead` when nobody knows of it. */
  followRun(runId: string, after: number, options: ExecuteOptions): Promise<ExecuteResult>;
  /** Everything of an execution is on disk that a server before began: takes what its threads still say. */
  followEnded(runId: string, options: ExecuteOptions): void;
  /** Everything of a named execution is on disk: it need not be kept any longer. */
  forgetRun(runId: string): void;
}

/** What a local kernel session needs. `keptCharacters` bounds the output of one execution. */
export interface LocalKernelOptions {
  id: string;
  notebookId: string;
  launch: AnyKernelLaunch;
  keptCharacters?: number;
}

const startPatience = 60_000;
const interruptPatience = 5_000;
const politePatience = 1_000;
const shutdownPatience = 2_000;
const drainPatience = 1_500;
const exitPatience = 500;

interface Running {
  process: KernelHost;
  wire: KernelWire;
  /** Resolves with the reason when the kernel is gone, whatever the cause. */
  gone: Promise<string>;
}

/** A kernel that this process started and speaks with. `LocalKernelSession.start` resolves when it answers. */
export class LocalKernelSession implements KernelSession {
  readonly id: string;
  readonly notebookId: string;
  readonly #options: LocalKernelOptions;
  readonly #deathListeners = new Set<(reason: string) => void>();
  readonly #statusListeners = new Set<(status: KernelStatus) => void>();
  readonly #widgetListeners = new Set<(batch: WidgetBatch) => void>();
  #status: KernelStatus = 'starting';
  #epoch = 0;
  #running: Running | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #interrupting: Promise<void> = Promise.resolve();

  private constructor(options: LocalKernelOptions) {
    this.id = options.id;
    this.notebookId = options.notebookId;
    this.#options = options;
  }

  static async start(options: LocalKernelOptions): Promise<LocalKernelSession> {
    const session = new LocalKernelSession(options);
    await session.#start();
    return session;
  }

  get status(): KernelStatus {
    return this.#status;
  }

  get epoch(): number {
    return this.#epoch;
  }

  execute(code: string, options: ExecuteOptions): Promise<ExecuteResult> {
    const epoch = this.#epoch;
    const result = this.#turn.then(() => {
      if (options.signal?.aborted) return { status: 'aborted' as const, executionCount: null };
      const running = this.#running;
      if (!running || epoch !== this.#epoch) return { status: 'dead' as const, executionCount: null };
      return this.#run(running, code, options);
    });
    this.#turn = result.catch(() => {});
    return result;
  }

  async ask(question: KernelQuestion): Promise<Record<string, unknown> | null> {
    return (await this.#running?.wire.ask(question)) ?? null;
  }

  async answer(inputId: string, value: string): Promise<boolean> {
    return (await this.#running?.wire.answer(inputId, value)) ?? false;
  }

  async interrupt(): Promise<void> {
    const running = this.#running;
    if (!running || this.#status !== 'busy') return;
    const isQuiet = this.#untilNotBusy();
    this.#interrupting = running.wire.interrupt();
    if (!(await isWithin(isQuiet, politePatience))) await running.process.interrupt();
  }

  async restart(): Promise<void> {
    await this.#end('was restarted');
    await this.#start();
  }

  async shutdown(): Promise<void> {
    const running = this.#running;
    if (running && this.#status === 'idle') {
      this.#running = null;
      running.wire.shutdown();
      await isWithin(running.gone, shutdownPatience);
      running.process.kill('was shut down');
      await running.gone;
    }
    await this.#end('was shut down');
    this.#setStatus('dead');
  }

  onDeath(listener: (reason: string) => void): () => void {
    this.#deathListeners.add(listener);
    return () => this.#deathListeners.delete(listener);
  }

  onStatus(listener: (status: KernelStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  /** Called with what its widgets do; returns how to stop listening. */
  onWidgets(listener: (batch: WidgetBatch) => void): () => void {
    this.#widgetListeners.add(listener);
    return () => this.#widgetListeners.delete(listener);
  }

  async use(): Promise<KernelUse> {
    return (await this.#running?.process.use()) ?? noUse;
  }

  async #start(): Promise<void> {
    this.#epoch += 1;
    this.#setStatus('starting');
    const process = await startKernelHost(this.#options.launch);
    const wire = new KernelWire(
      process.connection,
      (reason) => void killUnlessEnded(process, reason),
      (batch) => {
        for (const listener of this.#widgetListeners) listener(batch);
      },
      this.#options.keptCharacters,
    );
    const gone = process.ended.then(async (reason) => {
      await isWithin(wire.lost, drainPatience);
      await wire.close();
      return reason;
    });
    const running = { process, wire, gone };
    this.#running = running;
    const timer = setTimeout(() => process.kill(`did not answer within ${startPatience / 1000} s`), startPatience);
    const outcome = await Promise.race([
      wire.ready().then(
        () => null,
        () => gone,
      ),
      gone,
    ]).finally(() => clearTimeout(timer));
    if (outcome !== null) {
      this.#running = null;
      this.#setStatus('dead');
      throw new Error(`The kernel ${outcome}. ${process.errorText}`.trim());
    }
    void gone.then((reason) => this.#die(running, reason));
    this.#setStatus('idle');
  }

  async #run(running: Running, code: string, options: ExecuteOptions): Promise<ExecuteResult> {
    // An interrupt meant for the execution before must not hit this one.
    await isWithin(this.#interrupting, politePatience);
    if (options.signal?.aborted) return { status: 'aborted', executionCount: null };
    this.#setStatus('busy');
    running.process.stir();
    const stop = () => void this.interrupt();
    options.signal?.addEventListener('abort', stop, { once: true });
    try {
      const reply = await running.wire.execute(code, options, options);
      return reply.status === 'error' && options.signal?.aborted ? { ...reply, status: 'aborted' } : reply;
    } catch (error) {
      if (!(error instanceof KernelLost)) {
        // The outputs could not be taken in: the code must not go on unseen.
        void this.#interruptOrEnd(running);
        throw error;
      }
      await options.onOutput([deathNotice(await running.gone)], 0);
      return { status: 'dead', executionCount: null };
    } finally {
      options.signal?.removeEventListener('abort', stop);
      if (this.#running === running) this.#setStatus('idle');
    }
  }

  async #interruptOrEnd(running: Running): Promise<void> {
    const isQuiet = this.#untilNotBusy();
    await this.interrupt();
    if (!(await isWithin(isQuiet, interruptPatience)))
      running.process.kill('died: its output could not be kept, and it could not be interrupted');
  }

  async #end(reason: string): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (!running) return;
    running.process.kill(reason);
    await running.gone;
  }

  #die(running: Running, reason: string): void {
    if (this.#running !== running) return;
    this.#running = null;
    this.#setStatus('dead');
    for (const listener of this.#deathListeners) listener(reason);
  }

  #setStatus(status: KernelStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    for (const listener of this.#statusListeners) listener(status);
  }

  #untilNotBusy(): Promise<void> {
    if (this.#status !== 'busy') return Promise.resolve();
    const { promise, resolve } = deferred<void>();
    const stopListening = this.onStatus((status) => {
      if (status === 'busy') return;
      stopListening();
      resolve();
    });
    return promise;
  }
}

/** What a block shows when its kernel ended under it, given the reason as a phrase: `died: …`, `was restarted`. */
export function deathNotice(reason: string): WholeOutput {
  return {
    kind: 'stderr',
    text: `The kernel ${reason}. Its variables are lost; run the blocks again that define them.\n`,
  };
}

/** A kernel that is cut off has mostly ended, and its exit tells more than the cut. */
async function killUnlessEnded(process: KernelHost, reason: string): Promise<void> {
  if (!(await isWithin(process.ended, exitPatience))) process.kill(`died: ${reason}`);
}

async function isWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise: late, resolve } = deferred<boolean>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer));
}

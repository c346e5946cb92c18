import type { WholeOutput, WidgetBatch } from '@groma/model';
import { Worker } from 'node:worker_threads';
import type { KernelAddress } from './connection.ts';
import type { ExecuteReply } from './jupyter-client.ts';
import type { KernelQuestion } from './kernel-question.ts';
import type { WireReport, WireRequest } from './wire-message.ts';
import { deferred } from './deferred.ts';
import { forgetOldest } from './forget-oldest.ts';
import type { Deferred } from './deferred.ts';

/**
 * Takes the outputs of an execution, in order. The kernel waits for a returned promise once much is under way. Batches
 * are numbered from 1, those that clear among them; a note that comes from no kernel has the number 0.
 */
export interface OutputSink {
  /**
   * The next batch is given when the promise has resolved. What a thread says after the end of its execution comes
   * later.
   */
  onOutput: (outputs: WholeOutput[], sequence: number) => void | Promise<void>;
  /** The code cleared its output so far (`clear_output` of IPython). */
  onClear?: (sequence: number) => void | Promise<void>;
  /** Resolves when all that was taken in is on disk; a batch is acknowledged only then. */
  whenKept?: () => Promise<void>;
}

interface Execution extends Deferred<ExecuteReply> {
  sink: OutputSink;
  /** Ends when every batch so far was taken in; one batch is given at a time. */
  given: Promise<void>;
  sequence: number;
}

const heapMegabytes = 512;
const compiled = process.env['NODE_COMPILE_CACHE'];

/** Rejects what was under way when the connection to a kernel ended. */
export class KernelLost extends Error {
  override readonly name = 'KernelLost';
}

/** The server's end of the worker thread that speaks with one kernel. */
export class KernelWire {
  readonly #worker: Worker;
  readonly #executions = new Map<number, Execution>();
  readonly #ended = new Map<number, Execution>();
  readonly #questions = new Map<number, Deferred<Record<string, unknown> | null>>();
  readonly #ready = deferred<void>();
  readonly #onLost: (reason: string) => void;
  readonly #onWidgets: (batch: WidgetBatch) => void;
  readonly #answers = new Map<number, Deferred<boolean>>();
  #nextId = 1;
  /** The execution begun last; they run one after another. */
  #latest = 0;
  #interrupted = deferred<void>();
  readonly #lost = deferred<void>();
  #isClosed = false;

  constructor(
    connection: KernelAddress,
    onLost: (reason: string) => void,
    onWidgets: (batch: WidgetBatch) => void,
    keptCharacters?: number,
  ) {
    this.#onLost = onLost;
    this.#onWidgets = onWidgets;
    this.#ready.promise.catch(() => {});
    this.#worker = new Worker(new URL('./wire-worker.ts', import.meta.url), {
      // Of the settings only where compiled modules are: a thread begins in two thirds of the time.
      env: compiled ? { NODE_COMPILE_CACHE: compiled } : {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    this.#worker.on('message', (report: WireReport) => this.#take(report));
    this.#worker.on('error', (error) => this.#lose(`its outputs could not be read (${error.message})`));
    this.#post({ type: 'connect', connection, ...(keptCharacters ? { keptCharacters } : {}) });
  }

  /** Resolves when the kernel answers. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Runs code; resolves when the kernel is done and every output was taken in. */
  async execute(
    code: string,
    sink: OutputSink,
    { isSilent = false, takesInput = false }: { isSilent?: boolean | undefined; takesInput?: boolean | undefined } = {},
  ): Promise<ExecuteReply> {
    const id = this.#nextId;
    this.#latest = id;
    this.#nextId += 1;
    const execution = { ...deferred<ExecuteReply>(), sink, given: Promise.resolve(), sequence: 0 };
    this.#executions.set(id, execution);
    this.#post({ type: 'execute', id, code, isSilent, takesInput });
    return execution.promise.finally(() => {
      this.#executions.delete(id);
      if (!isSilent) this.#ended.set(id, execution);
      forgetOldest(this.#ended);
    });
  }

  /** The kernel's answer as the Jupyter protocol has it, or null when none comes. */
  ask(question: KernelQuestion): Promise<Record<string, unknown> | null> {
    const id = this.#nextId;
    this.#nextId += 1;
    const answer = deferred<Record<string, unknown> | null>();
    this.#questions.set(id, answer);
    this.#post({ type: 'ask', id, question });
    return answer.promise.finally(() => this.#questions.delete(id));
  }

  /** Answers what the code under way has asked; false when it has not asked that, or not any more. */
  answer(inputId: string, value: string): Promise<boolean> {
    const id = this.#nextId;
    this.#nextId += 1;
    const taken = deferred<boolean>();
    this.#answers.set(id, taken);
    this.#post({ type: 'answer-input', id, execution: this.#latest, inputId, value });
    return taken.promise.finally(() => this.#answers.delete(id));
  }

  /** Asks the kernel to interrupt what runs; resolves when it has done so, or never. */
  interrupt(): Promise<void> {
    this.#interrupted = deferred<void>();
    this.#post({ type: 'interrupt' });
    return this.#interrupted.promise;
  }

  /** Resolves when everything that the kernel had sent before its end was read. */
  get lost(): Promise<void> {
    return this.#lost.promise;
  }

  shutdown(): void {
    this.#post({ type: 'shutdown' });
  }

  /** Ends the thread; executions that are under way are rejected once what had arrived was taken in. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#fail(new KernelLost('The connection to the kernel was closed.'));
    await this.#worker.terminate();
  }

  #post(request: WireRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    if (!this.#isClosed) this.#worker.postMessage(request);
  }

  #take(report: WireReport): void {
    if (report.type === 'ready') return this.#ready.resolve();
    if (report.type === 'interrupted') return this.#interrupted.resolve();
    if (report.type === 'widgets') return this.#onWidgets(report.batch);
    if (report.type === 'lost') return this.#lose(report.reason);
    if (report.type === 'input-answered') return this.#answers.get(report.id)?.resolve(report.isTaken);
    if (report.type === 'answer') return this.#questions.get(report.id)?.resolve(report.content);
    const execution = this.#executions.get(report.id) ?? this.#ended.get(report.id);
    if (!execution) return;
    if (report.type === 'done') {
      execution.given.then(() => execution.resolve(report.reply), execution.reject);
      return;
    }
    execution.given = this.#give(execution, report);
    execution.given.catch(execution.reject);
  }

  async #give(execution: Execution, report: Extract<WireReport, { type: 'outputs' | 'cleared' }>): Promise<void> {
    const { given, sink } = execution;
    execution.sequence += 1;
    const { sequence } = execution;
    await given;
    if (report.type === 'cleared') return sink.onClear?.(sequence);
    await sink.onOutput(report.outputs, sequence);
    const acknowledge = (): void => {
      this.#post({ type: 'acknowledge', id: report.id });
    };
    if (sink.whenKept) sink.whenKept().then(acknowledge, execution.reject);
    else acknowledge();
  }

  #lose(reason: string): void {
    if (this.#isClosed) return;
    this.#fail(new KernelLost(reason));
    this.#lost.resolve();
    this.#onLost(reason);
  }

  #fail(error: KernelLost): void {
    this.#ready.reject(error);
    for (const question of this.#questions.values()) question.resolve(null);
    for (const answer of this.#answers.values()) answer.resolve(false);
    for (const execution of this.#executions.values()) void rejectAfterOutputs(execution, error);
  }
}

async function rejectAfterOutputs(execution: Execution, error: KernelLost): Promise<void> {
  await execution.given.catch(() => {});
  execution.reject(error);
}

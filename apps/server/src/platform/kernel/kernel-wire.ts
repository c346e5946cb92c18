import type { NotebookOutput } from '@groma/model';
import { Worker } from 'node:worker_threads';
import type { KernelConnection } from './connection.ts';
import type { ExecuteReply } from './jupyter-client.ts';
import type { WireReport, WireRequest } from './wire-message.ts';

/** Takes the outputs of an execution, in order. The kernel waits for a returned promise once much is under way. */
export interface OutputSink {
  onOutput: (outputs: NotebookOutput[]) => void | Promise<void>;
  /** The code cleared its output so far (`clear_output` of IPython). */
  onClear?: () => void;
}

interface Execution extends PromiseWithResolvers<ExecuteReply> {
  sink: OutputSink;
  /** Ends when every batch so far was taken in; one batch is given at a time. */
  given: Promise<void>;
}

const heapMegabytes = 512;

/** The server's end of the worker thread that speaks with one kernel. */
export class KernelWire {
  readonly #worker: Worker;
  readonly #executions = new Map<number, Execution>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #onLost: (reason: string) => void;
  #nextId = 1;
  #isClosed = false;

  constructor(connection: KernelConnection, onLost: (reason: string) => void, keptCharacters?: number) {
    this.#onLost = onLost;
    this.#ready.promise.catch(() => {});
    this.#worker = new Worker(new URL('./wire-worker.ts', import.meta.url), {
      env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
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
  async execute(code: string, sink: OutputSink): Promise<ExecuteReply> {
    const id = this.#nextId;
    this.#nextId += 1;
    const execution = { ...Promise.withResolvers<ExecuteReply>(), sink, given: Promise.resolve() };
    this.#executions.set(id, execution);
    this.#post({ type: 'execute', id, code });
    return execution.promise.finally(() => this.#executions.delete(id));
  }

  interrupt(): void {
    this.#post({ type: 'interrupt' });
  }

  shutdown(): void {
    this.#post({ type: 'shutdown' });
  }

  /** Ends the thread; executions that are under way are rejected once what had arrived was taken in. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#fail(new Error('The connection to the kernel was closed.'));
    await this.#worker.terminate();
  }

  #post(request: WireRequest): void {
    if (!this.#isClosed) this.#worker.postMessage(request);
  }

  #take(report: WireReport): void {
    if (report.type === 'ready') return this.#ready.resolve();
    if (report.type === 'lost') return this.#lose(report.reason);
    const execution = this.#executions.get(report.id);
    if (!execution) return;
    if (report.type === 'done') {
      execution.given.then(() => execution.resolve(report.reply), execution.reject);
      return;
    }
    execution.given = execution.given.then(async () => {
      if (report.type === 'cleared') return execution.sink.onClear?.();
      await execution.sink.onOutput(report.outputs);
      this.#post({ type: 'acknowledge', id: report.id });
    });
    execution.given.catch(execution.reject);
  }

  #lose(reason: string): void {
    if (this.#isClosed) return;
    this.#fail(new Error(reason));
    this.#onLost(reason);
  }

  #fail(error: Error): void {
    this.#ready.reject(error);
    for (const execution of this.#executions.values()) {
      execution.promise.catch(() => {});
      execution.given.then(() => execution.reject(error), execution.reject);
    }
  }
}

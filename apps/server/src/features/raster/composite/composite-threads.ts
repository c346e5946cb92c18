import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { GromaError, type ErrorCode } from '@groma/model';
import type { CompositeTask, FromCompositeThread, ToCompositeThread } from './composite-task.ts';

/** Memory for decoded blocks and for reading, of each thread. */
const cacheBytes = 96 * 1_048_576;
const heapMegabytes = 1_024;
const mostThreads = 4;
/** How long threads wait for the next file of the same work. */
const idleMs = 3_000;

interface Waiting {
  task: CompositeTask;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Threads that work on one composite until the signal ends them: what they work on cannot be interrupted. When one
 * dies, what it had fails, and so does all that comes after.
 */
export class CompositeThreads {
  readonly size = Math.max(1, Math.min(mostThreads, availableParallelism()));
  readonly #free: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #outboundAllowed: readonly string[];
  readonly #waiting: Waiting[] = [];
  readonly #running = new Map<Worker, Waiting>();
  #ended: unknown = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(outboundAllowed: readonly string[], signal: AbortSignal) {
    this.#outboundAllowed = outboundAllowed;
    signal.addEventListener('abort', () => this.#end(signal.reason), { once: true });
    if (signal.aborted) this.#end(signal.reason);
  }

  /** @throws GromaError as the work fails; the reason of the signal */
  run(task: CompositeTask): Promise<void> {
    clearTimeout(this.#idle);
    return new Promise<void>((resolve, reject) => {
      if (this.#ended !== null) return reject(this.#ended as Error);
      this.#waiting.push({ task, resolve, reject });
      this.#give();
    });
  }

  #end(reason: unknown): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    this.#rest();
    for (const { reject } of [...this.#running.values(), ...this.#waiting]) reject(reason);
    this.#waiting.length = 0;
    this.#running.clear();
  }

  /** Ends the threads; others begin when there is something to do again. */
  #rest(): void {
    clearTimeout(this.#idle);
    const ended = [...this.#all];
    this.#all.clear();
    this.#free.length = 0;
    for (const worker of ended) void worker.terminate();
  }

  #give(): void {
    if (this.#waiting.length === 0 && this.#running.size === 0)
      this.#idle = setTimeout(() => this.#rest(), idleMs).unref();
    while (this.#waiting.length > 0) {
      const worker = this.#free.pop() ?? (this.#all.size < this.size ? this.#start() : null);
      if (!worker) return;
      const next = this.#waiting.shift()!;
      this.#running.set(worker, next);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      worker.postMessage({ id: 0, task: next.task } satisfies ToCompositeThread);
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./composite-thread.ts', import.meta.url), {
      workerData: { cacheBytes, outboundAllowed: this.#outboundAllowed },
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    this.#all.add(worker);
    worker.unref();
    worker.on('message', (message: FromCompositeThread) => this.#receive(worker, message));
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', () => {
      if (this.#all.has(worker)) this.#end(new Error('A thread that makes a composite ended.'));
    });
    return worker;
  }

  #receive(worker: Worker, message: FromCompositeThread): void {
    if (!this.#all.has(worker)) return;
    const running = this.#running.get(worker);
    this.#running.delete(worker);
    this.#free.push(worker);
    if (message.kind === 'answer') running?.resolve();
    else if (message.code === null) running?.reject(new Error(message.message));
    else running?.reject(new GromaError(message.code as ErrorCode, message.details as never));
    this.#give();
  }
}

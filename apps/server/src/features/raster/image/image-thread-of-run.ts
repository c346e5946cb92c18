import { Worker } from 'node:worker_threads';
import { GromaError, type ErrorCode } from '@groma/model';
import { FileChanged } from '../../../platform/outbound/address-version.ts';
import type { RasterSource } from '../pool/raster-task.ts';
import type { FromImageThread, ImageQuestion, ToImageThread } from './image-question.ts';

/** Memory for decoded blocks and for reading. */
const cacheBytes = 192 * 1_048_576;
const heapMegabytes = 2_048;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  onProgress(fraction: number): void;
}

/**
 * A thread of its own that works on images until the signal ends it: what it works on cannot be interrupted. A thread
 * that dies fails what was asked of it, and the next question starts another.
 */
export class ImageThread {
  readonly #signal: AbortSignal;
  readonly #outboundAllowed: readonly string[];
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #nextId = 1;

  /** @param outboundAllowed private hosts that may be read from */
  constructor(signal: AbortSignal, outboundAllowed: readonly string[] = []) {
    this.#signal = signal;
    this.#outboundAllowed = outboundAllowed;
    signal.addEventListener('abort', () => this.#end(signal.reason as Error), { once: true });
  }

  /** @throws GromaError as the work fails; FileChanged; the reason of the signal */
  ask<Answer>(
    source: RasterSource,
    question: ImageQuestion,
    onProgress: (fraction: number) => void = () => undefined,
  ): Promise<Answer> {
    this.#signal.throwIfAborted();
    return new Promise<unknown>((resolve, reject) => {
      this.#worker ??= this.#start();
      const id = this.#nextId++;
      this.#waiting.set(id, { resolve, reject, onProgress });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      this.#worker.postMessage({ id, source, question } satisfies ToImageThread);
    }) as Promise<Answer>;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./image-thread.ts', import.meta.url), {
      workerData: { cacheBytes, outboundAllowed: this.#outboundAllowed },
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    worker.unref();
    worker.on('message', (message: FromImageThread) => this.#receive(message));
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', () => this.#end(new Error('The thread that reads an image ended.')));
    return worker;
  }

  #receive(message: FromImageThread): void {
    const waiting = this.#waiting.get(message.id);
    if (message.kind === 'progress') return waiting?.onProgress(message.fraction);
    this.#waiting.delete(message.id);
    if (message.kind === 'changed') return waiting?.reject(new FileChanged());
    if (message.kind === 'answer') return waiting?.resolve(message.value);
    const { code, details, message: text } = message;
    waiting?.reject(code === null ? new Error(text) : new GromaError(code as ErrorCode, details));
  }

  #end(error: Error): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

import { Worker } from 'node:worker_threads';
import type { ImageryService } from '@groma/geo';
import { GromaError, parseExistingPath, type ErrorCode, type ProjectId, type UserId } from '@groma/model';
import type { RasterSource } from '../pool/raster-task.ts';
import type { LentRasters } from '../source/lent-rasters.ts';
import type { FromImageThread, ImageQuestion, ToImageThread } from './image-question.ts';

/** Memory for decoded blocks and for reading. */
const cacheBytes = 192 * 1_048_576;
const heapMegabytes = 2_048;

/** A run of a tool that asks about an image. */
export interface ImageRun {
  projectId: ProjectId;
  userId: UserId;
  /** `image` is the path of a file, `band` a name or number. */
  parameters: Readonly<Record<string, unknown>>;
  /** Aborted when nobody wants the answers any more. */
  signal: AbortSignal;
}

/**
 * A thread of its own that answers questions about an image until the signal ends it: what it works on cannot be
 * interrupted.
 * @throws GromaError TOOL_NEEDS_IMAGE, FILE_NOT_FOUND
 */
export async function openImageService(
  lent: LentRasters,
  { projectId, parameters, signal }: ImageRun,
): Promise<ImageryService> {
  const { image, band = '1' } = parameters;
  if (typeof image !== 'string' || image === '') throw new GromaError('TOOL_NEEDS_IMAGE');
  const path = parseExistingPath(image);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const thread = new ImageThread({ ...(await lent.find(projectId, path)), version: null, name }, signal);
  return {
    zones: (asked) => thread.ask<Float64Array>({ kind: 'zones', band: String(band), ...asked }),
    bands: () => thread.ask<string[]>({ kind: 'bands' }),
    sample: (asked) => thread.ask<Float64Array>({ kind: 'sample', ...asked }),
  };
}

class ImageThread {
  readonly #source: RasterSource;
  readonly #signal: AbortSignal;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #worker: Worker | null = null;
  #nextId = 1;

  constructor(source: RasterSource, signal: AbortSignal) {
    this.#source = source;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#end(signal.reason as Error), { once: true });
  }

  ask<Answer>(question: ImageQuestion): Promise<Answer> {
    this.#signal.throwIfAborted();
    return new Promise<unknown>((resolve, reject) => {
      this.#worker ??= this.#start();
      const id = this.#nextId++;
      this.#waiting.set(id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      this.#worker.postMessage({ id, source: this.#source, question } satisfies ToImageThread);
    }) as Promise<Answer>;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./image-thread.ts', import.meta.url), {
      workerData: { cacheBytes },
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
    this.#waiting.delete(message.id);
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

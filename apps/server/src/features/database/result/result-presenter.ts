import { Worker } from 'node:worker_threads';
import type { CsvTask, FirstRows, PresentTask } from './present-rows.ts';

interface Waiting {
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** Presents rows of kept results in a thread of its own, which begins with the first. */
export class ResultPresenter {
  #thread: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;

  present(task: PresentTask): Promise<Uint8Array> {
    return this.#ask(task);
  }

  /** The first rows of an Arrow stream as CSV. */
  async presentFirst(task: Omit<CsvTask, 'form'>): Promise<FirstRows> {
    const bytes = await this.#ask({ form: 'csv-of-stream', ...task });
    return JSON.parse(Buffer.from(bytes).toString()) as FirstRows;
  }

  #ask(task: PresentTask | CsvTask): Promise<Uint8Array> {
    const thread = (this.#thread ??= this.#start());
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage({ id, task });
    });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(new URL('./result-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    thread.unref();
    thread.on('message', ({ id, bytes, problem }: { id: number; bytes?: Uint8Array; problem?: string }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (bytes) waiting?.resolve(bytes);
      else waiting?.reject(new Error(problem));
    });
    const fail = (error: Error): void => {
      this.#thread = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    thread.on('error', fail);
    thread.on('exit', () => {
      fail(new Error('The thread has ended.'));
    });
    return thread;
  }
}

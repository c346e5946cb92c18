import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import type { BlobStore } from '../../../platform/storage/blob-store.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import type { WorkerTasks } from '../reader/worker-tasks.ts';

const mostThreads = 2;
/** For so long a thread waits for the next layer: one that has begun writes ten times as fast as one that begins. */
const idleMs = 5 * 60_000;

/** Threads that write layers for SQL, one layer each at a time. */
export class TableThreads {
  readonly #blobs: BlobStore;
  readonly #slots = new Semaphore(mostThreads);
  readonly #idle = new Map<LayerWorker, NodeJS.Timeout>();

  constructor(blobs: BlobStore) {
    this.#blobs = blobs;
  }

  /** Asks `input` when a thread is free. @throws the signal's reason, and as the task raises it */
  async write(
    signal: AbortSignal,
    input: () => Promise<WorkerTasks['writeTable']['input']>,
  ): Promise<WorkerTasks['writeTable']['output']> {
    return this.#slots.run(signal, async () => {
      const asked = await input();
      signal.throwIfAborted();
      const thread = this.#take();
      const stop = (): void => {
        void thread.close();
      };
      signal.addEventListener('abort', stop);
      try {
        return await thread.call('writeTable', asked);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', stop);
        if (!signal.aborted) this.#keep(thread);
      }
    });
  }

  async close(): Promise<void> {
    const threads = [...this.#idle.keys()];
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    await Promise.all(threads.map((thread) => thread.close()));
  }

  /** The one that was used last: its code is warm. */
  #take(): LayerWorker {
    const last = [...this.#idle].at(-1);
    if (!last) return new LayerWorker(this.#blobs);
    const [thread, timer] = last;
    clearTimeout(timer);
    this.#idle.delete(thread);
    return thread;
  }

  #keep(thread: LayerWorker): void {
    const timer = setTimeout(() => {
      this.#idle.delete(thread);
      void thread.close();
    }, idleMs);
    this.#idle.set(thread, timer.unref());
  }
}

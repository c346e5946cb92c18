import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import type { BlobStore } from '../../../platform/storage/blob-store.ts';
import { LayerWorker } from './layer-worker.ts';

interface Limits {
  /** Threads that work at once, and so the most that wait for work. */
  most: number;
  /** For so long a thread waits for the next piece of work. */
  idleMs: number;
  /** A thread that holds more once its work is done is ended: memory that has grown is not given back otherwise. */
  heavyBytes: number;
}

/**
 * Threads that stay for the next piece of work, of which each does one at a time: one that has begun is many times as
 * fast as one that begins. A thread whose work failed or was given up is ended, so that nothing of it is left for
 * what comes next.
 */
export class WarmThreads {
  readonly #blobs: BlobStore;
  readonly #limits: Limits;
  readonly #slots: Semaphore;
  readonly #idle = new Map<LayerWorker, NodeJS.Timeout>();
  #isClosed = false;

  constructor(blobs: BlobStore, limits: Limits) {
    this.#blobs = blobs;
    this.#limits = limits;
    this.#slots = new Semaphore(limits.most);
  }

  /** Works with a thread when one is free; aborting ends the thread. @throws the signal's reason, and as `work` */
  async run<T>(signal: AbortSignal, work: (thread: LayerWorker) => Promise<T>): Promise<T> {
    return this.#slots.run(signal, async () => {
      signal.throwIfAborted();
      const thread = this.#take();
      const stop = (): void => {
        void thread.close();
      };
      signal.addEventListener('abort', stop);
      try {
        const done = await work(thread);
        signal.throwIfAborted();
        this.#keep(thread);
        return done;
      } catch (error) {
        await thread.close();
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const threads = [...this.#idle.keys()];
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    await Promise.all(threads.map((thread) => thread.close()));
  }

  /** The one that was used last: its code is the warmest, and the others come of age. */
  #take(): LayerWorker {
    const last = [...this.#idle].at(-1);
    if (!last) return new LayerWorker(this.#blobs);
    const [thread, timer] = last;
    clearTimeout(timer);
    this.#idle.delete(thread);
    return thread;
  }

  #keep(thread: LayerWorker): void {
    // What is still open would disturb the next piece of work.
    if (this.#isClosed || !thread.isIdle || thread.heldBytes > this.#limits.heavyBytes) {
      void thread.close();
      return;
    }
    const timer = setTimeout(() => {
      this.#idle.delete(thread);
      void thread.close();
    }, this.#limits.idleMs);
    this.#idle.set(thread, timer.unref());
  }
}

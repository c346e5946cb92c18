import { Worker } from 'node:worker_threads';
import type { Found, Given, StorageTask } from './storage-task.ts';

/** How long a thread without work is kept: its listings serve whoever scrolls on. */
const idleMs = 30_000;

/**
 * Threads of each kind of task, so that a long search keeps nobody from opening a folder, nor a large folder from
 * opening a small one.
 */
const threads = new Map<StorageTask, StorageThread[]>();
const mostThreads: Record<StorageTask, number> = { list: 2, search: 1, measure: 1, hash: 1 };

/** Does something with files that takes a processor or many calls of the system, beside the event loop. */
export function runInThread<Task extends StorageTask>(task: Task, given: Given<Task>): Promise<Found<Task>> {
  const own = threads.get(task) ?? Array.from({ length: mostThreads[task] }, () => new StorageThread());
  threads.set(task, own);
  // The first that is idle: it knows what was listed last.
  const thread = own.find(({ waiting }) => waiting === 0) ?? own.reduce((a, b) => (a.waiting <= b.waiting ? a : b));
  return thread.run(task, given) as Promise<Found<Task>>;
}

/**
 * One thread that is started with its first task, does them one after another, and ends when it has had none for a
 * while.
 */
class StorageThread {
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | null = null;
  #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #next = 0;

  /** Tasks that are not done. */
  get waiting(): number {
    return this.#waiting.size;
  }

  run(task: StorageTask, given: object): Promise<unknown> {
    if (this.#timer) clearTimeout(this.#timer);
    const id = this.#next++;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage({ id, task, given }, []);
    return answer.promise;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./storage-thread.ts', import.meta.url));
    worker.on('message', ({ id, found, error }: { id: number; found?: unknown; error?: Error }) => {
      const answer = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) answer?.reject(error);
      else answer?.resolve(found);
      if (this.#waiting.size === 0) this.#rest(worker);
    });
    worker.on('error', (error) => {
      this.#lose(worker, error);
    });
    worker.on('exit', () => {
      this.#lose(worker, new Error('A storage thread ended.'));
    });
    return worker;
  }

  /** A thread without work keeps no process alive. */
  #rest(worker: Worker): void {
    worker.unref();
    this.#timer = setTimeout(() => {
      if (this.#worker === worker) this.#worker = null;
      void worker.terminate();
    }, idleMs);
    this.#timer.unref();
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const answer of waiting) answer.reject(error);
  }
}

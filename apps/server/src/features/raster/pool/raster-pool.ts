import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { GromaError, type ErrorCode } from '@groma/model';
import type { FromThread, RasterTask, ToThread } from './raster-task.ts';

/** A task that waits for a thread or is worked on. */
interface Pending { id: number; task: RasterTask; resolve(value: unknown): void; reject(error: unknown): void; thread: Thread | null }

interface Thread { worker: Worker; pending: Set<Pending>; place: number }

/** Tasks that one thread has at once: while one waits for bytes the next decodes. */
const atOnce = 4;
/** Tasks that wait at most: beyond it the asker is told to come again. */
const mostWaiting = 2_000;

/** Worker threads that read and draw rasters. Each keeps decoded blocks, so that neighbours go to the same thread while it has room. */
export class RasterPool {
  readonly #threads: (Thread | null)[];
  readonly #waiting: Pending[] = [];
  readonly #options: { cacheBytes: number; outboundAllowed: readonly string[] };
  #next = 1;
  #isClosed = false;

  /** @param memoryBytes decoded blocks of all threads together */
  constructor({ memoryBytes, outboundAllowed, threads = availableParallelism() }: { memoryBytes: number; outboundAllowed: readonly string[]; threads?: number }) {
    this.#threads = Array.from({ length: threads }, () => null);
    this.#options = { cacheBytes: Math.floor(memoryBytes / threads), outboundAllowed };
  }

  /** @throws GromaError as the task says; the reason of `signal` when it is aborted; TILES_BUSY. */
  run<Value>(task: RasterTask, signal: AbortSignal): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      if (this.#isClosed || this.#waiting.length >= mostWaiting) return reject(new GromaError('TILES_BUSY'));
      const pending: Pending = { id: this.#next++, task, resolve: resolve as (value: unknown) => void, reject, thread: null };
      signal.addEventListener('abort', () => { this.#abort(pending, signal.reason); }, { once: true });
      this.#waiting.push(pending);
      this.#give();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread?.worker.terminate()));
  }

  #give(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#threadFor(this.#waiting[0]!.task);
      if (!thread) return;
      const pending = this.#waiting.shift()!;
      pending.thread = thread;
      thread.pending.add(pending);
      thread.worker.postMessage({ kind: 'task', id: pending.id, task: pending.task } satisfies ToThread, []);
    }
  }

  /** The thread that has the neighbours of a task, or the one with the least to do when that has its hands full. */
  #threadFor(task: RasterTask): Thread | null {
    const own = this.#threadAt(placeOf(task) % this.#threads.length);
    if (own.pending.size < 2) return own;
    const free = this.#threads.map((_, place) => this.#threadAt(place)).toSorted((a, b) => a.pending.size - b.pending.size)[0]!;
    const chosen = own.pending.size <= free.pending.size ? own : free;
    return chosen.pending.size < atOnce ? chosen : null;
  }

  #threadAt(place: number): Thread {
    const known = this.#threads[place];
    if (known) return known;
    const worker = new Worker(new URL('raster-thread.ts', import.meta.url), { workerData: this.#options });
    const thread: Thread = { worker, pending: new Set(), place };
    worker.on('message', (message: FromThread) => { this.#receive(thread, message); });
    worker.on('error', (error) => { this.#lose(thread, error); });
    worker.on('exit', () => { this.#lose(thread, new Error('A thread for rasters has ended.')); });
    worker.unref();
    this.#threads[place] = thread;
    return thread;
  }

  #receive(thread: Thread, message: FromThread): void {
    const pending = [...thread.pending].find(({ id }) => id === message.id);
    if (!pending) return;
    thread.pending.delete(pending);
    if (message.kind === 'answer') pending.resolve(message.value);
    else pending.reject(message.code ? new GromaError(message.code as ErrorCode, message.details as never) : new Error(message.message));
    this.#give();
  }

  /** What a thread leaves behind when it dies fails; another takes its place with the next task. */
  #lose(thread: Thread, error: Error): void {
    if (this.#threads[thread.place] !== thread) return;
    this.#threads[thread.place] = null;
    for (const { reject } of thread.pending) reject(error);
    thread.pending.clear();
    if (!this.#isClosed) this.#give();
  }

  #abort(pending: Pending, reason: unknown): void {
    const at = this.#waiting.indexOf(pending);
    if (at >= 0) this.#waiting.splice(at, 1);
    else if (pending.thread?.pending.delete(pending)) {
      pending.thread.worker.postMessage({ kind: 'cancel', id: pending.id } satisfies ToThread, []);
      this.#give();
    } else return;
    pending.reject(reason);
  }
}

/** Neighbouring tiles of a file share blocks: four by four of them go to one thread. */
function placeOf({ source, ...task }: RasterTask): number {
  let hash = 0;
  const text = 'place' in task && task.place.kind === 'tile' ? `${source.id} ${task.place.z} ${task.place.x >> 2} ${task.place.y >> 2}` : source.id;
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) >>> 0;
  return hash;
}

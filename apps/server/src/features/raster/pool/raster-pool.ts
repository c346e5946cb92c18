import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { GromaError, type ErrorCode } from '@groma/model';
import { FileChanged } from '../../../platform/outbound/address-version.ts';
import type { FromThread, RasterTask, ToThread } from './raster-task.ts';
import { laneOf, type TaskLane } from './task-lane.ts';

/** A task that waits for a thread or is worked on. */
interface Pending {
  id: number;
  task: RasterTask;
  lane: TaskLane;
  isForReader: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  thread: Thread | null;
  /** How often a thread was given it. */ runs: number;
  /** Nobody waits for it any more. */ isGone: boolean;
  /** It was canceled for the time it takes. */ isLate: boolean;
  timer?: NodeJS.Timeout;
}

interface Thread {
  worker: Worker;
  pending: Set<Pending>;
  place: number;
  isReady: boolean;
}

/**
 * Tasks that one thread has at once: while one of a file waits for bytes the next decodes; those of addresses mostly
 * wait. They are counted for themselves, and of one host not all, so that one that does not answer keeps nobody from
 * anything else. What waits longer is not bound to a thread yet, and goes to the one that is free first.
 */
const mostTasks = { file: 2, address: 8, host: 6 } as const;
/** What a task adds to the load of its thread: that of an address waits more than it works. */
const loadOf = { file: 1, address: 0.25 } as const;
/** Tasks that wait at most, in all and of one host: beyond it the asker is told to come again. */
const mostWaiting = { all: 2_000, host: 200 } as const;
/** Of these, what readers of publications may take, who may be anybody: what is left is for people at work. */
const shareOfReaders = 0.25;
/** How long a thread may work on a task, and how long it has to answer when that is over before it is ended. */
const usualLimits = { workMs: 60_000, answerMs: 5_000 };
/** A task is begun again once when the thread that had it is ended. */
const mostRuns = 2;

/**
 * Worker threads that read and draw rasters. Each keeps decoded blocks, so that neighbours go to the same thread while
 * it has room.
 */
export class RasterPool {
  readonly #threads: (Thread | null)[];
  readonly #waiting: Pending[] = [];
  readonly #options: { cacheBytes: number; outboundAllowed: readonly string[] };
  readonly #limits: { workMs: number; answerMs: number };
  #next = 1;
  #isClosed = false;

  /** @param memoryBytes decoded blocks of all threads together */
  constructor({
    memoryBytes,
    outboundAllowed,
    threads = availableParallelism(),
    limits = usualLimits,
  }: {
    memoryBytes: number;
    outboundAllowed: readonly string[];
    threads?: number;
    limits?: { workMs: number; answerMs: number };
  }) {
    this.#threads = Array.from({ length: threads }, () => null);
    this.#limits = limits;
    this.#options = { cacheBytes: Math.floor(memoryBytes / threads), outboundAllowed };
  }

  /**
   * @param isForReader of a publication: may wait in a share of the places alone
   * @throws GromaError as the task says, FILE_UNREADABLE when it takes too long, TILES_BUSY; FileChanged; the reason of
   * `signal` when it is aborted.
   */
  run<Value>(task: RasterTask, signal: AbortSignal, isForReader = false): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const lane = laneOf(task);
      if (this.#isClosed || this.#isFull(lane, isForReader)) return reject(new GromaError('TILES_BUSY'));
      const pending: Pending = {
        id: this.#next++,
        task,
        lane,
        isForReader,
        resolve: resolve as (value: unknown) => void,
        reject,
        thread: null,
        runs: 0,
        isGone: false,
        isLate: false,
      };
      signal.addEventListener(
        'abort',
        () => {
          this.#abort(pending, signal.reason);
        },
        { once: true },
      );
      this.#waiting.push(pending);
      this.#give();
    });
  }

  /** Starts one thread, so that the first tile does not wait for it. */
  warmUp(): void {
    if (!this.#isClosed) this.#threadAt(0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const pending of this.#threads.flatMap((thread) => [...(thread?.pending ?? [])])) clearTimeout(pending.timer);
    await Promise.all(this.#threads.map((thread) => thread?.worker.terminate()));
  }

  #isFull(lane: TaskLane, isForReader: boolean): boolean {
    if (this.#isFullFor(lane, this.#waiting, 1)) return true;
    if (!isForReader) return false;
    const ofReaders = this.#waiting.filter((each) => each.isForReader);
    return this.#isFullFor(lane, ofReaders, shareOfReaders);
  }

  #isFullFor({ kind, host }: TaskLane, waiting: readonly Pending[], share: number): boolean {
    if (waiting.length >= mostWaiting.all * share) return true;
    return (
      kind === 'address' &&
      waiting.reduce((count, { lane }) => count + Number(lane.host === host), 0) >= mostWaiting.host * share
    );
  }

  /**
   * In order: first each to the thread that has its neighbours, then, where there is room left, to any. What finds no
   * thread lets others pass: tiles do not wait for long work. As handing over takes room and gives none, a lane that
   * finds no thread is passed over from there on.
   */
  #give(): void {
    const closed = new Set<string>();
    for (const find of [this.#ownThread, this.#anyThread]) {
      const open = new Set<string>();
      for (let index = 0; index < this.#waiting.length && this.#hasRoom();) {
        const { lane } = this.#waiting[index]!;
        const place = this.#mayGo(lane, open, closed) ? find.call(this, lane) : null;
        if (place === null) {
          index += 1;
          continue;
        }
        this.#handOver(this.#waiting.splice(index, 1)[0]!, this.#threadAt(place));
        open.clear();
      }
    }
  }

  /** Whether any thread may take tasks of a lane; found out once for each lane until another task is handed over. */
  #mayGo(lane: TaskLane, open: Set<string>, closed: Set<string>): boolean {
    if (closed.has(lane.key)) return false;
    if (open.has(lane.key)) return true;
    const mayGo = this.#anyThread(lane) !== null;
    (mayGo ? open : closed).add(lane.key);
    return mayGo;
  }

  #handOver(pending: Pending, thread: Thread): void {
    pending.thread = thread;
    thread.pending.add(pending);
    pending.runs += 1;
    if (thread.isReady) this.#time(thread, pending);
    thread.worker.postMessage({ kind: 'task', id: pending.id, task: pending.task } satisfies ToThread, []);
  }

  #hasRoom(): boolean {
    return this.#threads.some(
      (_, place) => this.#has(place, 'file') < mostTasks.file || this.#has(place, 'address') < mostTasks.address,
    );
  }

  /** Tasks of a kind that a thread has, of addresses also those of one host. */
  #has(place: number, kind: TaskLane['kind'], host?: string): number {
    let count = 0;
    for (const { lane } of this.#threads[place]?.pending ?? [])
      if (lane.kind === kind && (host === undefined || lane.host === host)) count += 1;
    return count;
  }

  #loadAt(place: number): number {
    let load = 0;
    for (const { lane } of this.#threads[place]?.pending ?? []) load += loadOf[lane.kind];
    return load;
  }

  #ownThread(lane: TaskLane): number | null {
    const own = lane.home % this.#threads.length;
    return this.#mayTake(own, lane) ? own : null;
  }

  /** The thread with the least to do. */
  #anyThread(lane: TaskLane): number | null {
    const places = this.#threads.map((_, place) => place).filter((place) => this.#mayTake(place, lane));
    return places.toSorted((a, b) => this.#loadAt(a) - this.#loadAt(b))[0] ?? null;
  }

  /** Whether a thread has room. Long work leaves one thread free of it, and tiles go to those that have none. */
  #mayTake(place: number, lane: TaskLane): boolean {
    if (!this.#isWithin(place, lane)) return false;
    if (this.#threads.length === 1 || lane.isLong === this.#hasLong(place)) return true;
    return lane.isLong && this.#threads.filter((_, each) => this.#hasLong(each)).length < this.#threads.length - 1;
  }

  #isWithin(place: number, { kind, host }: TaskLane): boolean {
    if (this.#has(place, kind) >= mostTasks[kind]) return false;
    return kind === 'file' || this.#has(place, kind, host) < mostTasks.host;
  }

  #hasLong(place: number): boolean {
    return [...(this.#threads[place]?.pending ?? [])].some(({ lane }) => lane.isLong);
  }

  #threadAt(place: number): Thread {
    const known = this.#threads[place];
    if (known) return known;
    const worker = new Worker(new URL('raster-thread.ts', import.meta.url), { workerData: this.#options });
    const thread: Thread = { worker, pending: new Set(), place, isReady: false };
    worker.on('message', (message: FromThread) => {
      this.#receive(thread, message);
    });
    worker.on('error', (error) => {
      this.#lose(thread, error);
    });
    worker.on('exit', () => {
      this.#lose(thread, new Error('A thread for rasters has ended.'));
    });
    worker.unref();
    this.#threads[place] = thread;
    return thread;
  }

  #receive(thread: Thread, message: FromThread): void {
    if (message.kind === 'ready') {
      thread.isReady = true;
      for (const pending of thread.pending) this.#time(thread, pending);
      return;
    }
    const pending = [...thread.pending].find(({ id }) => id === message.id);
    if (!pending) return;
    clearTimeout(pending.timer);
    thread.pending.delete(pending);
    if (message.kind === 'answer') pending.resolve(message.value);
    else if (message.kind === 'changed') pending.reject(new FileChanged());
    else if (pending.isLate) pending.reject(tooLong(pending));
    else
      pending.reject(
        message.code ? new GromaError(message.code as ErrorCode, message.details as never) : new Error(message.message),
      );
    this.#give();
  }

  /**
   * A task that takes too long is canceled. A thread that does not even answer to that hangs: it is ended, and what it
   * had longest is refused.
   */
  #time(thread: Thread, pending: Pending): void {
    pending.timer = setTimeout(() => {
      pending.isLate = true;
      thread.worker.postMessage({ kind: 'cancel', id: pending.id } satisfies ToThread, []);
      pending.timer = setTimeout(() => {
        thread.pending.delete(pending);
        pending.reject(tooLong(pending));
        this.#lose(thread, new GromaError('TILES_BUSY'));
        void thread.worker.terminate();
      }, this.#limits.answerMs).unref();
    }, this.#limits.workMs).unref();
  }

  /** What a thread leaves behind is begun again by another, once; what was left behind before fails with the reason. */
  #lose(thread: Thread, error: Error): void {
    if (this.#threads[thread.place] !== thread) return;
    this.#threads[thread.place] = null;
    const left = [...thread.pending];
    thread.pending.clear();
    for (const pending of left) {
      clearTimeout(pending.timer);
      [pending.thread, pending.isLate] = [null, false];
      if (pending.runs >= mostRuns || this.#isClosed) pending.reject(error);
    }
    if (this.#isClosed) return;
    this.#waiting.unshift(...left.filter(({ runs, isGone }) => runs < mostRuns && !isGone));
    this.#give();
  }

  #abort(pending: Pending, reason: unknown): void {
    const at = this.#waiting.indexOf(pending);
    if (at >= 0) this.#waiting.splice(at, 1);
    else if (pending.thread?.pending.has(pending))
      pending.thread.worker.postMessage({ kind: 'cancel', id: pending.id } satisfies ToThread, []);
    pending.isGone = true;
    pending.reject(reason);
  }
}

function tooLong({ task, lane }: Pending): GromaError {
  const { name } = task.source;
  if (lane.kind === 'address')
    return new GromaError('FILE_UNREADABLE', {
      name,
      detail: `This takes too long: ${new URL(task.source.path).host} answers slowly, or the file is not a Cloud Optimized GeoTIFF.`,
    });
  return new GromaError('FILE_UNREADABLE', {
    name,
    detail: 'This takes too long. Convert it to a Cloud Optimized GeoTIFF.',
  });
}

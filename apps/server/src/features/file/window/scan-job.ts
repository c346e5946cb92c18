import { KeptThreads } from '../../../platform/kept-threads.ts';
import type { ScanNews, ScanTask } from './scan-task.ts';

const threads = new KeptThreads(new URL('./scan-worker.ts', import.meta.url), { heapMegabytes: 256 });

export type ScanMessage =
  | { kind: 'news'; news: ScanNews }
  | { kind: 'done'; news: ScanNews; heldBytes: number }
  | { kind: 'failed'; message: string; code?: string | undefined };

/** Threads that read files at once; the rest wait in order. */
const mostThreads = 3;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Does a task in a thread with a heap of its own and tells its news as they come. Resolves with the end of the task.
 * @throws the signal's reason, or what the thread failed of.
 */
export async function runScan(task: ScanTask, onNews: (news: ScanNews) => void, signal?: AbortSignal): Promise<void> {
  if (running >= mostThreads)
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  running++;
  try {
    await runThread(task, onNews, signal);
  } finally {
    running--;
    waiting.shift()?.();
  }
}

async function runThread(task: ScanTask, onNews: (news: ScanNews) => void, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const worker = threads.take();
  return new Promise((resolve, reject) => {
    let failure: Error | null = null;
    const stop = () => {
      void worker.terminate();
    };
    signal?.addEventListener('abort', stop);
    worker.on('message', (message: ScanMessage) => {
      if (message.kind === 'failed') {
        failure = Object.assign(new Error(message.message), { code: message.code });
        return stop();
      }
      onNews(message.news);
      if (message.kind === 'news' || signal?.aborted) return;
      signal?.removeEventListener('abort', stop);
      threads.keep(worker, message.heldBytes);
      resolve();
    });
    worker.on('error', (error) => {
      failure = error as Error;
    });
    worker.on('exit', () => {
      signal?.removeEventListener('abort', stop);
      reject(
        signal?.aborted
          ? (signal.reason as Error)
          : (failure ?? new Error('The thread that read the file ended without an answer')),
      );
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    worker.postMessage(task);
  });
}

/** Seconds that nobody has to ask before work that only questions keep alive ends. */
const patienceMs = 5_000;
const shortestWaitMs = 40;

/** A scan that people wait for by asking again and again: it ends when it is done, or when nobody asks any more. */
export class ScanJob {
  scannedBytes = 0;
  rowCount = 0;
  isDone = false;
  failure: unknown = null;
  readonly #abort = new AbortController();
  readonly #onNews: (news: ScanNews) => void;
  readonly #keepsOn: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wake: () => void = () => undefined;
  #woken: Promise<void> = Promise.resolve();
  readonly #ended: Promise<void>;

  /** `keepsOn` is for work that all later questions need: it does not end when nobody asks. */
  constructor(task: ScanTask, onNews: (news: ScanNews) => void, keepsOn: boolean) {
    this.#onNews = onNews;
    this.#keepsOn = keepsOn;
    this.#renew();
    this.touch();
    this.#ended = runScan(
      task,
      (news) => {
        this.#hear(news);
      },
      this.#abort.signal,
    )
      .then(
        () => {
          this.isDone = true;
        },
        (error: unknown) => {
          this.failure = error;
        },
      )
      .then(() => {
        clearTimeout(this.#timer);
        this.#wake();
      });
  }

  /** Somebody is still waiting. */
  touch(): void {
    if (this.#keepsOn || this.isDone) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.cancel();
    }, patienceMs).unref();
  }

  /** Waits until the condition holds, the work ends, or the time is over. @throws what the work failed of. */
  async until(condition: () => boolean, milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds;
    while (!condition() && !this.isDone && this.failure === null) {
      const left = end - performance.now();
      if (left <= 0) break;
      await Promise.race([
        this.#woken,
        new Promise((resolve) => {
          setTimeout(resolve, Math.max(shortestWaitMs, left));
        }),
      ]);
    }
    if (this.failure !== null) throw this.failure;
  }

  async cancel(): Promise<void> {
    this.#abort.abort(new Error('Nobody waits for it any more'));
    await this.#ended;
  }

  #hear(news: ScanNews): void {
    this.scannedBytes = news.scannedBytes;
    this.rowCount = news.rowCount;
    this.#onNews(news);
    this.#wake();
    this.#renew();
  }

  #renew(): void {
    this.#woken = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

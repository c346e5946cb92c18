import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';

interface Limits {
  heapMegabytes: number;
  /** For so long a thread waits for the next task. */
  idleMs?: number;
  /** So many wait at most. */
  mostIdle?: number;
  /** A thread that holds more once its task is done is ended: memory that has grown is not given back otherwise. */
  heavyBytes?: number;
}

/**
 * Threads of one program that do one task at a time. To begin one takes half a second of a processor, most of it for
 * reading code: one whose task has ended in order waits a while for the next. Whoever takes a thread gives it back by
 * `keep`, or ends it.
 */
export class KeptThreads {
  readonly #program: URL;
  readonly #limits: Required<Limits>;
  readonly #idle: { thread: Worker; timer: NodeJS.Timeout; forget: () => void }[] = [];

  constructor(program: URL, limits: Limits) {
    this.#program = program;
    this.#limits = { idleMs: 2 * 60_000, mostIdle: 2, heavyBytes: 192 * 1024 ** 2, ...limits };
  }

  /** A thread that waits, or one that begins. It is told its task by a message. */
  take(): Worker {
    const kept = this.#idle.pop();
    if (!kept) {
      return new Worker(this.#program, {
        resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMegabytes },
        execArgv: ['--disable-warning=ExperimentalWarning'],
      });
    }
    clearTimeout(kept.timer);
    kept.forget();
    kept.thread.ref();
    return kept.thread;
  }

  /** Gives back a thread whose task has ended in order. Its listeners are taken from it. */
  keep(thread: Worker, held: number): void {
    for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
    const { idleMs, mostIdle, heavyBytes } = this.#limits;
    if (held > heavyBytes || this.#idle.length >= mostIdle) return void thread.terminate();
    // A process that has nothing else to do ends.
    thread.unref();
    const remove = (): void => {
      const place = this.#idle.findIndex((each) => each.thread === thread);
      if (place >= 0) clearTimeout(this.#idle.splice(place, 1)[0]!.timer);
    };
    const timer = setTimeout(() => {
      remove();
      void thread.terminate();
    }, idleMs).unref();
    // One that ends by itself while nobody wants it is missed by nobody.
    thread.on('error', remove).on('exit', remove);
    const forget = (): void => void thread.off('error', remove).off('exit', remove);
    this.#idle.push({ thread, timer, forget });
  }
}

/** What this thread holds, for `keep`. */
export function heldBytes(): number {
  const { total_heap_size: heap, external_memory: beside } = getHeapStatistics();
  return heap + beside;
}

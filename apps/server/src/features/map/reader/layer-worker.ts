import type { Worker } from 'node:worker_threads';
import { KeptThreads } from '../../../platform/kept-threads.ts';
import type { BlobStore } from '../../../platform/storage/blob-store.ts';
import { receivedError, sentError } from './thread-error.ts';
import type { FromWorker, ToWorker, WorkerStreams, WorkerTasks } from './worker-tasks.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

type Ask = Extract<FromWorker, { kind: 'ask' }>;

/** Answers what a tool in the thread asks. */
export type AnswerTool = (asked: Pick<Ask, 'service' | 'method' | 'input'>) => Promise<unknown>;

const threads = new KeptThreads(new URL('./layer-thread.ts', import.meta.url), { heapMegabytes: 4_096 });
/** A thread takes all it asks for, so that it is read at once. */
const mostPieceBytes = 64 * 1_048_576;

/**
 * A thread that reads layers, so that no event loop does. It has no store of its own: it asks for the bytes it needs.
 * A thread that dies fails what was asked of it, and the next call starts another.
 */
export class LayerWorker {
  readonly #blobs: BlobStore;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #answerTool: AnswerTool = refuse;
  #answering = 0;
  #heldBytes = 0;
  /** Whether something may be left in the thread of what it was asked: a failure, or layers at hand for edits. */
  #isMarked = false;
  #nextId = 1;

  constructor(blobs: BlobStore) {
    this.#blobs = blobs;
  }

  /** Whether the thread is there and neither asked for anything nor asking. */
  get isIdle(): boolean {
    return this.#thread !== null && this.#waiting.size === 0 && this.#answering === 0;
  }

  /** The memory that the thread held when it answered last. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** @throws GromaError as the task raises it; Error when the thread dies. */
  call<Task extends keyof WorkerTasks>(
    task: Task,
    input: WorkerTasks[Task]['input'],
  ): Promise<WorkerTasks[Task]['output']> {
    this.#isMarked ||= task === 'prepareEdits';
    return this.#ask({ kind: 'call', id: this.#nextId++, task, input }) as Promise<WorkerTasks[Task]['output']>;
  }

  /**
   * Pieces of an answer, one made ready while the one before is used; ends early when the reader stops. What a tool
   * asks meanwhile is answered by `answerTool`, so that a thread runs one tool at a time.
   */
  async *stream<Task extends keyof WorkerStreams>(
    task: Task,
    input: WorkerStreams[Task]['input'],
    answerTool: AnswerTool = refuse,
  ): AsyncGenerator<Uint8Array> {
    this.#answerTool = answerTool;
    const id = this.#nextId++;
    await this.#ask({ kind: 'open', id, task, input });
    try {
      let next = this.#ask({ kind: 'next', id });
      for (;;) {
        const piece = (await next) as Uint8Array | null;
        if (!piece) return;
        next = this.#ask({ kind: 'next', id });
        // Its failure is met where it is awaited, which may be never.
        next.catch(() => undefined);
        yield piece;
      }
    } finally {
      // A thread that is gone has dropped it, and is not begun for it.
      if (this.#thread) this.#tell({ kind: 'drop', id });
    }
  }

  /** A thread that has answered all it was asked is left to the next worker. */
  async close(): Promise<void> {
    const thread = this.#thread;
    const isClean = this.isIdle && !this.#isMarked;
    this.#thread = null;
    this.#isMarked = false;
    if (thread && isClean) threads.keep(thread, this.#heldBytes);
    else await thread?.terminate();
    this.#failAll(new Error('The layer thread was stopped.'));
  }

  #ask(message: ToWorker): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.id, { resolve, reject });
      this.#tell(message);
    });
  }

  #tell(message: ToWorker): void {
    this.#thread ??= this.#start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    this.#thread.postMessage(message);
  }

  #start(): Worker {
    const thread = threads.take();
    thread.unref();
    thread.on('message', (message: FromWorker) => {
      this.#receive(message);
    });
    thread.on('error', (error) => {
      this.#lost(thread, error);
    });
    thread.on('exit', () => {
      this.#lost(thread, new Error('The layer thread ended.'));
    });
    return thread;
  }

  #lost(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    this.#failAll(error);
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'read') return void this.#supply(message);
    if (message.kind === 'ask') return void this.#answer(message);
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'answer') {
      this.#heldBytes = message.heldBytes;
      waiting?.resolve(message.value);
    } else {
      this.#isMarked = true;
      waiting?.reject(receivedError(message));
    }
  }

  async #answer({ id, ...asked }: Ask): Promise<void> {
    this.#answering++;
    const answer = await this.#answerTool(asked)
      .then(
        (value): ToWorker => ({ kind: 'told', id, value }),
        (error: unknown): ToWorker => ({ kind: 'refused', id, ...sentError(error) }),
      )
      .finally(() => this.#answering--);
    if (this.#thread) this.#tell(answer);
  }

  async #supply({ id, key, start, end }: Extract<FromWorker, { kind: 'read' }>): Promise<void> {
    let bytes: Uint8Array | null = null;
    this.#answering++;
    try {
      const wanted = end - start + 1;
      bytes = whole(await (await this.#blobs.read(key, { start, end }, Math.min(wanted, mostPieceBytes))).toArray());
    } catch {
      // The thread is told by null and says which blob it was.
    } finally {
      this.#answering--;
    }
    if (!this.#thread) return;
    // What nobody else has a part of need not be copied.
    const isOwn = bytes !== null && bytes.byteLength === bytes.buffer.byteLength;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    this.#thread.postMessage(
      { kind: 'bytes', id, bytes } satisfies ToWorker,
      isOwn ? [bytes!.buffer as ArrayBuffer] : [],
    );
  }
}

function whole(pieces: Uint8Array[]): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

function refuse({ service }: { service: string }): Promise<never> {
  return Promise.reject(new Error(`Nobody has brought the service ${service} to this thread.`));
}

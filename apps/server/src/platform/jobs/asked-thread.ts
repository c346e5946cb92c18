import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A thread that answers one message at a time, begun with the first. Close it at the end. */
export class AskedThread<Message, Answer> {
  readonly #program: URL;
  readonly #heapMegabytes: number;
  #thread: Worker | null = null;

  constructor(program: URL, heapMegabytes: number) {
    this.#program = program;
    this.#heapMegabytes = heapMegabytes;
  }

  /** @throws what ended the thread; the signal's reason. */
  async ask(message: Message, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    this.#thread ??= new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMegabytes },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const answered = once(this.#thread, 'message', { signal });
    this.#thread.postMessage(message, []);
    const [answer] = (await answered) as [Answer];
    return answer;
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WholeOutput } from '@groma/model';
import type { ComparedOutputs } from './compare-outputs.ts';

const heapMegabytes = 512;

/**
 * Compares outputs in a thread of its own, one block at a time: they may be long, and pictures large. Close it at the
 * end.
 */
export class Comparison {
  #thread: Worker | null = null;

  /** As `compareOutputs` does. @throws what ended the thread; the signal's reason. */
  async compare(
    published: readonly WholeOutput[],
    ran: readonly WholeOutput[],
    signal: AbortSignal,
  ): Promise<ComparedOutputs> {
    signal.throwIfAborted();
    this.#thread ??= new Worker(new URL('./compare-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const answered = once(this.#thread, 'message', { signal });
    this.#thread.postMessage({ published, ran }, []);
    const [found] = (await answered) as [ComparedOutputs];
    return found;
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }
}

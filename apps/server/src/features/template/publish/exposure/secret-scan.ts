import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { findSecrets, type SecretReason } from './find-secrets.ts';

/** Characters that are looked through at once where they are, which takes some milliseconds. */
const small = 20_000;
const heapMegabytes = 256;

/** Looks through texts for secrets, long ones in a thread of its own, one at a time. Close it at the end. */
export class SecretScan {
  #thread: Worker | null = null;

  /** @throws what ended the thread. */
  async find(text: string): Promise<SecretReason[]> {
    if (text.length <= small) return findSecrets(text);
    this.#thread ??= new Worker(new URL('./secrets-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const answered = once(this.#thread, 'message');
    this.#thread.postMessage(text, []);
    const [found] = (await answered) as [SecretReason[]];
    return found;
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }
}

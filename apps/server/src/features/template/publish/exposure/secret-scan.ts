import { AskedThread } from '../../../../platform/jobs/asked-thread.ts';
import { findSecrets, type SecretReason } from './find-secrets.ts';

/** Characters that are looked through at once where they are, which takes some milliseconds. */
const small = 20_000;
const heapMegabytes = 256;

/** Looks through texts for secrets, long ones in a thread of its own, one at a time. Close it at the end. */
export class SecretScan {
  readonly #thread = new AskedThread<string, SecretReason[]>(
    new URL('./secrets-worker.ts', import.meta.url),
    heapMegabytes,
  );

  /** @throws what ended the thread. */
  async find(text: string): Promise<SecretReason[]> {
    return text.length <= small ? findSecrets(text) : this.#thread.ask(text);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

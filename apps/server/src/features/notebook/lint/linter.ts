import { Worker } from 'node:worker_threads';
import { GromaError } from '@groma/model';
import type { LintDiagnostic } from '@groma/protocol';

const patienceMs = 10_000;
const heapMegabytes = 256;

interface Asked {
  resolve: (diagnostics: LintDiagnostic[]) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

/**
 * The linter in a thread of its own, which is ended when it takes too long or breaks, and made again when it is wanted.
 */
export class Linter {
  #worker: Worker | null = null;
  readonly #asked = new Map<number, Asked>();
  #nextId = 1;

  /** @throws GromaError UNAVAILABLE when it does not answer */
  lint(cells: string[], names: string[]): Promise<LintDiagnostic[]> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, {
        resolve,
        reject,
        timer: setTimeout(() => {
          this.#break();
        }, patienceMs),
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      this.#thread().postMessage({ id, cells, names });
    });
  }

  close(): void {
    this.#break();
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./lint-thread.ts', import.meta.url), {
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    worker.unref();
    worker.on('message', ({ id, diagnostics }: { id: number; diagnostics: LintDiagnostic[] }) => {
      const asked = this.#asked.get(id);
      this.#asked.delete(id);
      clearTimeout(asked?.timer);
      asked?.resolve(diagnostics);
    });
    worker.on('error', () => {
      if (this.#worker === worker) this.#break();
    });
    this.#worker = worker;
    return worker;
  }

  #break(): void {
    void this.#worker?.terminate();
    this.#worker = null;
    for (const { reject, timer } of this.#asked.values()) {
      clearTimeout(timer);
      reject(new GromaError('UNAVAILABLE', { part: 'the Python linter', remedy: 'it did not answer; try again.' }));
    }
    this.#asked.clear();
  }
}

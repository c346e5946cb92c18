import { ensureEngine } from './engine-package.ts';
import { EngineProcess } from './engine-process.ts';
import { canSandbox, engineCommand } from './engine-sandbox.ts';
import type { CallValhalla } from './valhalla-call.ts';

interface PoolSettings {
  engineFolder: string;
  /** A process that nobody has asked for so long ends. */
  idleMs?: number;
  /** Processes beyond this end as soon as they are idle, those first that have been so longest. */
  most?: number;
}

/** The processes of the engine that run, one for each folder of tiles. */
export class EnginePool {
  readonly #running = new Map<string, Promise<EngineProcess>>();
  readonly #started = new Set<EngineProcess>();
  readonly #settings: Required<PoolSettings>;
  readonly #sweep: NodeJS.Timeout;

  constructor({ idleMs = 5 * 60_000, most = 2, engineFolder }: PoolSettings) {
    this.#settings = { idleMs, most, engineFolder };
    this.#sweep = setInterval(() => this.#endIdle(), Math.min(idleMs, 10_000)).unref();
  }

  /** How many processes run. */
  get size(): number {
    return this.#started.size;
  }

  /** Asks the process over some tiles, which is started when there is none. */
  callOver(tileFolder: string, signal: AbortSignal): CallValhalla {
    return async (action, query) => (await this.#process(tileFolder)).ask(action, query, signal);
  }

  close(): void {
    clearInterval(this.#sweep);
    for (const process of this.#started) process.end();
  }

  /** The process over some tiles; one that is ending takes no more questions. */
  async #process(tileFolder: string): Promise<EngineProcess> {
    for (;;) {
      const running = this.#running.get(tileFolder) ?? this.#start(tileFolder);
      this.#running.set(tileFolder, running);
      const forget = (): void => {
        if (this.#running.get(tileFolder) === running) this.#running.delete(tileFolder);
      };
      const process = await running.catch((error: unknown) => {
        forget();
        throw error;
      });
      if (!process.isEnding) return process;
      forget();
    }
  }

  async #start(tileFolder: string): Promise<EngineProcess> {
    const { engineFolder } = this.#settings;
    await ensureEngine(engineFolder);
    const isSandboxed = await canSandbox();
    const process = new EngineProcess(engineCommand({ engineFolder, tileFolder }, isSandboxed), isSandboxed);
    this.#started.add(process);
    void process.ended.then(() => this.#started.delete(process));
    return process;
  }

  #endIdle(): void {
    const now = performance.now();
    const idle = [...this.#started].filter(({ isIdle, isEnding }) => isIdle && !isEnding);
    idle.sort((one, other) => one.lastUsed - other.lastUsed);
    const surplus = this.#started.size - this.#settings.most;
    for (const [at, process] of idle.entries())
      if (at < surplus || now - process.lastUsed >= this.#settings.idleMs) process.end();
  }
}

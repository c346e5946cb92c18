import type { Log } from '../../../platform/log.ts';
import { DatabaseProcess, type DatabaseLaunch } from './database-process.ts';

const sweepMs = 5_000;

/** The processes of databases that are in use: started by the first question, stopped when nobody has asked for a while. */
export class DatabasePool {
  readonly #running = new Map<string, Promise<DatabaseProcess>>();
  readonly #log: Log;
  readonly #idleMs: number;
  readonly #most: number;
  readonly #sweep: NodeJS.Timeout;
  #isClosed = false;

  constructor(log: Log, { idleMs, most }: { idleMs: number; most: number }) {
    this.#log = log;
    this.#idleMs = idleMs;
    this.#most = most;
    this.#sweep = setInterval(() => { void this.#stopIdle(); }, Math.min(sweepMs, idleMs));
    this.#sweep.unref();
  }

  /** The process of a database, started when there is none. @throws GromaError as `DatabaseProcess.start`, and what `launch` throws. */
  async use(databaseId: string, launch: () => Promise<DatabaseLaunch>): Promise<DatabaseProcess> {
    const known = this.#running.get(databaseId);
    if (known) return known;
    await this.#makeRoom();
    const again = this.#running.get(databaseId);
    if (again) return again;
    const starting = launch().then((how) => DatabaseProcess.start(how));
    this.#running.set(databaseId, starting);
    const forget = (): void => { if (this.#running.get(databaseId) === starting) this.#running.delete(databaseId); };
    starting.then(async (process) => {
      const reason = await process.ended;
      forget();
      if (!this.#isClosed) this.#log.info('The process of a database has ended.', { databaseId, reason });
    }, forget);
    return starting;
  }

  /** Stops the process of a database, if there is one, and waits until it has. */
  async stop(databaseId: string): Promise<void> {
    const running = this.#running.get(databaseId);
    this.#running.delete(databaseId);
    await running?.then((process) => process.close(), () => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id)));
  }

  async #stopIdle(): Promise<void> {
    for (const [id, process] of await this.#settled()) if (process.active === 0 && Date.now() - process.lastUsed >= this.#idleMs) await this.stop(id);
  }

  /** Where as many run as may, the one that has been idle longest goes. */
  async #makeRoom(): Promise<void> {
    if (this.#running.size < this.#most) return;
    const [oldest] = (await this.#settled()).filter(([, process]) => process.active === 0).sort(([, one], [, other]) => one.lastUsed - other.lastUsed);
    if (oldest) await this.stop(oldest[0]);
  }

  async #settled(): Promise<[string, DatabaseProcess][]> {
    const all = await Promise.all([...this.#running].map(async ([id, starting]) => [id, await starting.catch(() => undefined)] as const));
    return all.filter((each): each is [string, DatabaseProcess] => each[1] !== undefined);
  }
}

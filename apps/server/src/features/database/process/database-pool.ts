import { GromaError } from '@groma/model';
import type { Log } from '../../../platform/log.ts';
import { DatabaseProcess, type DatabaseLaunch } from './database-process.ts';

const sweepMs = 5_000;
/** How long somebody waits for a place, for a database that is held, or for its statements to end. */
const waitMs = 10_000;

export interface PoolSettings {
  idleMs: number;
  /** Processes that run at once. */ most: number;
  waitMs?: number;
}
type Start = (launch: DatabaseLaunch) => Promise<DatabaseProcess>;

/**
 * The processes of databases that are in use: started by the first question, stopped when nobody has asked for a while.
 * No more run than may: who comes when all are at work waits for one that is not, and is refused after a while.
 */
export class DatabasePool {
  readonly #running = new Map<string, Promise<DatabaseProcess>>();
  /** Those of them that have started. */
  readonly #started = new Map<string, DatabaseProcess>();
  /** Databases that are being stopped or copied: nobody starts them meanwhile. */
  readonly #held = new Map<string, Promise<void>>();
  readonly #waiting: { enter(): void; refuse(): void }[] = [];
  readonly #log: Log;
  readonly #idleMs: number;
  readonly #most: number;
  readonly #waitMs: number;
  readonly #start: Start;
  readonly #sweep: NodeJS.Timeout;
  /** Places that are taken: by what runs, starts or ends. */
  #taken = 0;
  #ending = 0;
  #isClosed = false;

  constructor(log: Log, settings: PoolSettings, start: Start = (launch) => DatabaseProcess.start(launch)) {
    this.#log = log;
    this.#idleMs = settings.idleMs;
    this.#most = settings.most;
    this.#waitMs = settings.waitMs ?? waitMs;
    this.#start = start;
    this.#sweep = setInterval(
      () => {
        this.#stopIdle();
      },
      Math.min(sweepMs, settings.idleMs),
    );
    this.#sweep.unref();
  }

  /**
   * The process of a database, started when there is none. It is asked at once: what nobody asks may be stopped.
   * @throws GromaError DATABASE_BUSY, DATABASES_BUSY, as `DatabaseProcess.start`, and what `launch` throws.
   */
  async use(databaseId: string, launch: () => Promise<DatabaseLaunch>): Promise<DatabaseProcess> {
    if (this.#held.has(databaseId)) await this.#whenFree(databaseId);
    const process =
      this.#started.get(databaseId) ?? (await (this.#running.get(databaseId) ?? this.#begin(databaseId, launch)));
    process.lend();
    return process;
  }

  /**
   * Stops the process of a database, if there is one, and waits until it has. Who asks meanwhile waits for that, and
   * starts it anew.
   */
  async stop(databaseId: string): Promise<void> {
    while (this.#held.has(databaseId)) await this.#held.get(databaseId);
    await this.#hold(databaseId, () => this.#end(databaseId));
  }

  /**
   * Does something while a database rests and nobody can start it. What runs in it is waited for, not ended.
   * @throws GromaError DATABASE_BUSY where it does not come to rest.
   */
  async whileStopped<T>(databaseId: string, work: () => Promise<T>): Promise<T> {
    if (this.#held.has(databaseId)) await this.#whenFree(databaseId);
    return this.#hold(databaseId, async () => {
      const process = await this.#running.get(databaseId)?.catch(() => undefined);
      if (process && !(await process.whenIdle(this.#waitMs))) throw new GromaError('DATABASE_BUSY');
      await this.#end(databaseId);
      return work();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    for (const each of this.#waiting.splice(0)) each.refuse();
    await Promise.all([...this.#running.keys()].map((id) => this.#end(id)));
  }

  /** @throws GromaError DATABASE_BUSY where others hold it for long. */
  async #whenFree(databaseId: string): Promise<void> {
    const until = performance.now() + this.#waitMs;
    for (let held = this.#held.get(databaseId); held; held = this.#held.get(databaseId)) {
      if (!(await within(held, until - performance.now()))) throw new GromaError('DATABASE_BUSY');
    }
  }

  async #hold<T>(databaseId: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(databaseId, promise);
    try {
      return await work();
    } finally {
      this.#held.delete(databaseId);
      resolve();
    }
  }

  #begin(databaseId: string, launch: () => Promise<DatabaseLaunch>): Promise<DatabaseProcess> {
    const starting = this.#launch(databaseId, launch);
    this.#running.set(databaseId, starting);
    const forget = (): void => {
      if (this.#running.get(databaseId) === starting) this.#running.delete(databaseId);
    };
    starting.then(async (process) => {
      const reason = await process.ended;
      forget();
      if (!this.#isClosed) this.#log.info('The process of a database has ended.', { databaseId, reason });
    }, forget);
    return starting;
  }

  async #launch(databaseId: string, launch: () => Promise<DatabaseLaunch>): Promise<DatabaseProcess> {
    await this.#takePlace();
    try {
      const process = await this.#start(await launch());
      process.lend();
      process.onIdle(() => {
        this.#serve();
      });
      this.#started.set(databaseId, process);
      void process.ended.then(() => {
        if (this.#started.get(databaseId) === process) this.#started.delete(databaseId);
        this.#leavePlace();
      });
      return process;
    } catch (error) {
      this.#leavePlace();
      throw error;
    }
  }

  async #end(databaseId: string): Promise<void> {
    const running = this.#running.get(databaseId);
    this.#running.delete(databaseId);
    this.#started.delete(databaseId);
    await running?.then(
      (process) => process.close(),
      () => undefined,
    );
  }

  /** @throws GromaError DATABASES_BUSY. */
  #takePlace(): Promise<void> {
    if (this.#isClosed) throw new GromaError('DATABASES_BUSY');
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(new GromaError('DATABASES_BUSY'));
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(each), 1);
        leave();
      }, this.#waitMs);
      const each = {
        enter: (): void => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (): void => {
          clearTimeout(timer);
          leave();
        },
      };
      this.#waiting.push(each);
      this.#serve();
    });
  }

  #leavePlace(): void {
    this.#taken -= 1;
    this.#serve();
  }

  /** Lets in who waits, in order; for the others those go that have been idle longest. */
  #serve(): void {
    while (this.#waiting.length > 0 && this.#taken < this.#most) {
      this.#taken += 1;
      this.#waiting.shift()!.enter();
    }
    for (const [id] of this.#idle().slice(0, Math.max(0, this.#waiting.length - this.#ending))) this.#retire(id);
  }

  #retire(databaseId: string): void {
    this.#ending += 1;
    this.stop(databaseId)
      .catch((error: unknown) => {
        this.#log.error('The process of a database was not stopped.', { databaseId, error });
      })
      .finally(() => {
        this.#ending -= 1;
        this.#serve();
      });
  }

  #stopIdle(): void {
    for (const [id, process] of this.#idle())
      if (performance.now() - process.lastUsed >= this.#idleMs) this.#retire(id);
  }

  #idle(): [string, DatabaseProcess][] {
    return [...this.#started]
      .filter(([id, process]) => process.active === 0 && !this.#held.has(id))
      .sort(([, one], [, other]) => one.lastUsed - other.lastUsed);
  }
}

/** Whether something is over in time. */
async function within(work: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(
      () => {
        resolve(false);
      },
      Math.max(0, milliseconds),
    );
  });
  return Promise.race([work.then(() => true), late]).finally(() => {
    clearTimeout(timer);
  });
}

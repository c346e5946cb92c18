import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { JobPolicy } from '@groma/model';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';

/**
 * Work that outlives the request that asked for it. It may be run again after a kill, so `run` does nothing twice that
 * matters. It only starts heavy work (a worker thread, a child process); it does none on the event loop.
 */
export interface Job<Data extends object = object> {
  readonly name: string;
  readonly policy: JobPolicy;
  /** How many of it run in one process at once, and of those of one group; one where it is left out. */
  readonly concurrency?: { readonly all: number; readonly ofGroup: number };
  /** When it is run by itself, with no data, as a cron line in UTC. */
  readonly schedule?: string;
  run(data: Data, signal: AbortSignal): Promise<void>;
}

export function defineJob<Data extends object>(job: Job<Data>): Job {
  return job as unknown as Job;
}

interface SendOptions {
  key?: string;
  group?: string;
}

export interface JobSender {
  /**
   * Puts a job into the queue. Of several with one `key` that wait, one is run. Jobs of one `group` leave room for
   * others.
   */
  send(name: string, data: object, options?: SendOptions): Promise<void>;
}

const heartbeatSeconds = 10;
/** The longest that pg-boss allows. */
const longestSeconds = 86_399;
/** Workers hear of a new job at once; this often they are told of jobs whose time has come, such as new tries. */
const lookSeconds = 5;
/** This often each looks for itself, in case it has not heard of one: 80 of them keep an idle server busy. */
const ownLookSeconds = 60;
/** The queues that have something to do. */
const dueQueues = `SELECT DISTINCT name FROM pgboss.job WHERE state < 'active' AND NOT blocked AND start_after <= now()`;
/** Waits between tries to start. */
const [firstWaitMs, longestWaitMs] = [500, 10_000];
/** The longest that something of the queue waits for a connection, on a machine that is busy. */
const connectionMs = 60_000;
/** Jobs that run when the queue stops have this long to end by themselves. */
const graceMs = 5_000;

/** pg-boss in the records' PostgreSQL: several processes share the queue, and a killed worker's job is run again. */
export class JobQueue implements JobSender {
  readonly #boss: PgBoss;
  readonly #log: Log;
  readonly #count: (outcome: string) => void;
  #started: Promise<unknown> | null = null;
  #looking: NodeJS.Timeout | undefined;
  #isUp = false;
  #running = 0;
  #names = new Set<string>();
  /** The jobs that have workers here. */
  readonly #worked = new Set<string>();

  constructor(url: string, log: Log, metrics: Pick<Metrics, 'gauge' | 'counter'>) {
    this.#log = log;
    this.#count = metrics.counter('job_runs_total', 'Runs of jobs in this process, by how they ended.', 'outcome');
    metrics.gauge('jobs_running', 'Jobs that run in this process.', () => this.#running);
    this.#boss = new PgBoss({
      connectionString: url,
      max: 4,
      connectionTimeoutMillis: connectionMs,
      application_name: 'groma jobs',
      useListenNotify: true,
    });
    this.#boss.on('error', (error) => {
      log.error('The job queue failed.', { error });
    });
  }

  /**
   * Starts the queue and, for the jobs given, a worker each. A database that is not ready, or too busy, is asked again
   * until it answers or nobody waits for it any more.
   */
  async start(jobs: readonly Job[], signal: AbortSignal): Promise<void> {
    for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      try {
        // oxlint-disable-next-line no-await-in-loop
        await this.#startOnce(jobs);
        return;
      } catch (error) {
        this.#log.error('The job queue did not start, which is tried again.', { error });
        // oxlint-disable-next-line no-await-in-loop
        await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #startOnce(jobs: readonly Job[]): Promise<void> {
    await this.#begin();
    const known = await this.#boss.getQueues();
    for (const { name } of known) this.#names.add(name);
    // All queues before the first worker: workers look at once, and would take the connections that this needs.
    for (const job of jobs) await this.#ensure(job.name);
    for (const job of jobs) {
      if (this.#worked.has(job.name)) continue;
      if (job.schedule !== undefined) await this.#boss.schedule(job.name, job.schedule, {});
      const options = {
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: ownLookSeconds,
        ...(job.concurrency && {
          localConcurrency: job.concurrency.all,
          localGroupConcurrency: job.concurrency.ofGroup,
        }),
      };
      await this.#boss.work<object>(job.name, options, async (batch) => {
        try {
          for (const { data, signal } of batch) await this.#run(job, data, signal);
        } finally {
          // Jobs that waited for this one were announced before: nobody announces them again.
          this.#wake((name) => name === job.name);
        }
      });
      this.#worked.add(job.name);
    }
    this.#isUp = true;
    if (jobs.length > 0) this.#lookAgain();
  }

  /** One that failed is begun again by the next who asks. */
  async #begin(): Promise<void> {
    const started = (this.#started ??= this.#boss.start());
    try {
      await started;
    } catch (error) {
      if (this.#started !== started) throw error;
      this.#started = null;
      await this.#boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
  }

  async send(name: string, data: object, { key, group }: SendOptions = {}): Promise<void> {
    await this.#begin();
    await this.#ensure(name);
    await this.#boss.send(name, data, {
      ...(key !== undefined && { singletonKey: key }),
      ...(group !== undefined && { group: { id: group } }),
    });
  }

  /** Whether the queue has come up and has not been stopped. */
  get isUp(): boolean {
    return this.#isUp;
  }

  async stop(): Promise<void> {
    this.#isUp = false;
    clearTimeout(this.#looking);
    if (!this.#started) return;
    await this.#started.catch(() => undefined);
    // Waits for each worker: pg-boss itself would look every half second whether they have ended.
    const grace = new AbortController();
    await Promise.race([
      Promise.all([...this.#worked].map((name) => this.#boss.offWork(name))),
      sleep(graceMs, undefined, { signal: grace.signal }).catch(() => undefined),
    ]);
    grace.abort();
    await this.#boss.stop({ graceful: true, timeout: 1_000 });
  }

  #wake(isMeant: (queue: string) => boolean): void {
    for (const { id, name } of this.#boss.getWipData()) if (isMeant(name)) this.#boss.notifyWorker(id);
  }

  #lookAgain(): void {
    if (!this.#isUp) return;
    this.#looking = setTimeout(() => {
      this.#look()
        // Workers tell of a database that does not answer.
        .catch(() => undefined)
        .finally(() => this.#lookAgain());
    }, lookSeconds * 1_000).unref();
  }

  async #look(): Promise<void> {
    const { rows } = await this.#boss.getDb().executeSql(dueQueues);
    const due = new Set(rows.map((row) => (row as { name: string }).name));
    if (due.size > 0) this.#wake((name) => due.has(name));
  }

  async #ensure(name: string): Promise<void> {
    if (this.#names.has(name)) return;
    await this.#boss.createQueue(name, {
      policy: 'short',
      notify: true,
      retryLimit: 3,
      retryDelay: 5,
      expireInSeconds: longestSeconds,
      heartbeatSeconds,
    });
    this.#names.add(name);
  }

  async #run(job: Job, data: object, signal: AbortSignal): Promise<void> {
    this.#running += 1;
    try {
      await job.run(data, signal);
      this.#count('completed');
    } catch (error) {
      this.#count('failed');
      this.#log.error('A job failed.', { job: job.name, error });
      throw error;
    } finally {
      this.#running -= 1;
    }
  }
}

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { GromaError } from '@groma/model';
import pg from 'pg';
import type { Log } from '../log.ts';
import { LeaseHeld, takeLease, type LeasedService } from './take-lease.ts';

export type { LeasedService } from './take-lease.ts';

/** Services of which one process at most may run on a database: both keep in memory what others must not change. */
export const leasedServices: readonly LeasedService[] = ['api', 'realtime'];

/**
 * How long a start waits for a lease. PostgreSQL frees that of a killed server as soon as it sees the connection end.
 */
const startPatienceMs = 3_000;
const regainPatienceMs = 15_000;
const tryAgainMs = 100;
const longestPauseMs = 2_000;
/** A connection that has gone silently is noticed by a question that stays without an answer. */
const heartbeatMs = 5_000;
const heartbeatPatienceMs = 15_000;

/** What others need to know of the leases of this process. */
export interface Leases {
  /** Number of the lease that this process has now. @throws GromaError UNAVAILABLE while it has none. */
  epoch(service: LeasedService): number;
  /** Calls a listener, in the same step, whenever the leases are lost. */
  onLost(listener: () => void): void;
}

interface LeaseOptions {
  url: string;
  services: readonly LeasedService[];
  dataFolder: string;
  log: Log;
  /** How long a lost lease is tried for against another holder before this process gives up. */
  regainPatienceMs?: number;
}

/**
 * The leases of this process: for each of its services a lock that PostgreSQL holds for as long as a connection of its
 * own lives, and a number (epoch) that grows with each holder. What is written under a lease carries its epoch and is
 * refused once a later holder has come, so that a process that has not noticed its loss yet changes nothing.
 *
 * A lost connection is a lost lease. It is taken again, under a new epoch, as soon as PostgreSQL answers.
 */
export class ServiceLeases implements Leases {
  readonly #options: LeaseOptions;
  /** Tells the connections of this process from those of others. */
  readonly #instance = `groma lease ${randomUUID()}`;
  readonly #epochs = new Map<LeasedService, number>();
  readonly #onLost = new Set<() => void>();
  readonly #taken = Promise.withResolvers<string>();
  #client: pg.Client | null = null;
  #heartbeat: NodeJS.Timeout | null = null;
  #regaining: Promise<void> | null = null;
  #isClosed = false;

  private constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /** @throws Error with one plain line when another process has one of the leases. */
  static async open(options: LeaseOptions): Promise<ServiceLeases> {
    const leases = new ServiceLeases(options);
    if (options.services.length > 0) await leases.#take(startPatienceMs);
    return leases;
  }

  /** Settles with a line for people when another process has taken a lease that this one had lost. */
  get taken(): Promise<string> {
    return this.#taken.promise;
  }

  epoch(service: LeasedService): number {
    const epoch = this.#epochs.get(service);
    if (epoch === undefined)
      throw new GromaError('UNAVAILABLE', {
        part: `the ${service} service`,
        remedy: 'it is starting again. Try again in a moment.',
      });
    return epoch;
  }

  onLost(listener: () => void): void {
    this.#onLost.add(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    this.#epochs.clear();
    await this.#client?.end().catch(() => undefined);
    await this.#regaining;
  }

  /**
   * @throws Error when another holds one of the leases after `patienceMs`, and what PostgreSQL says when it can't be
   * reached.
   */
  async #take(patienceMs: number): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: this.#instance,
      keepAlive: true,
    });
    client.on('error', (error) => {
      this.#lose(client, error);
    });
    client.on('end', () => {
      this.#lose(client);
    });
    this.#client = client;
    const taken = new Map<LeasedService, number>();
    try {
      await this.#connect(client);
      const until = performance.now() + patienceMs;
      const holder = { pid: process.pid, host: hostname(), dataFolder: this.#options.dataFolder };
      for (const service of this.#options.services)
        taken.set(service, await takeLease(client, service, { until, pauseMs: tryAgainMs, holder }));
      // It may have been lost while it was being taken.
      if (this.#client !== client) throw new Error('The connection that holds the leases was lost.');
    } catch (error) {
      if (this.#client === client) this.#client = null;
      await client.end().catch(() => undefined);
      throw error;
    }
    for (const [service, epoch] of taken) this.#epochs.set(service, epoch);
    this.#watch(client);
  }

  async #connect(client: pg.Client): Promise<void> {
    await client.connect();
    // So that PostgreSQL frees the lease of a computer that went away without a word; it has no meaning on a Unix
    // socket.
    await client.query(
      "SELECT set_config('tcp_keepalives_idle', '3', false), set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false)",
    );
    // What is left of an earlier connection of this process holds the locks against it.
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
      [this.#instance],
    );
  }

  #watch(client: pg.Client): void {
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => {
      const isLate = setTimeout(() => {
        this.#lose(client, new Error('PostgreSQL does not answer.'));
      }, heartbeatPatienceMs).unref();
      client
        .query('SELECT 1')
        .catch((error: unknown) => {
          this.#lose(client, error);
        })
        .finally(() => {
          clearTimeout(isLate);
        });
    }, heartbeatMs).unref();
  }

  #lose(client: pg.Client, error?: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    if (this.#isClosed) return;
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    this.#heartbeat = null;
    client.end().catch(() => undefined);
    if (this.#epochs.size === 0) return;
    this.#epochs.clear();
    this.#options.log.error('The leases of this server were lost; nothing is acknowledged until they are back.', {
      services: this.#options.services.join(),
      error,
    });
    for (const listener of this.#onLost) listener();
    this.#regaining ??= this.#regain().finally(() => {
      this.#regaining = null;
    });
  }

  async #regain(): Promise<void> {
    for (let pauseMs = tryAgainMs; !this.#isClosed; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await this.#take(this.#options.regainPatienceMs ?? regainPatienceMs);
        this.#options.log.error('The leases of this server are back.', { services: this.#options.services.join() });
        return;
      } catch (error) {
        if (error instanceof LeaseHeld) return this.#taken.resolve(error.message);
        await sleep(pauseMs);
      }
    }
  }
}

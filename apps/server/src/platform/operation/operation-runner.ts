import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from '../database/drizzle.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  byServer,
  GromaError,
  type OperationId,
  type OperationRemark,
  type OperationStatus,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { recordsNow, recordsNowPlus } from '../database/record-clock.ts';
import { operations } from '../database/tables/index.ts';
import { isWithoutDatabase } from '../database/without-database.ts';
import { defineJob, type Job } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import type { AnyOperationKind, OperationContext, OperationKind } from './operation-kind.ts';
import {
  isCurrent,
  isOpen,
  openStatuses,
  operationQueueOf,
  publishOperation,
  type Attempt,
  type OperationRow,
} from './operation-records.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { isGone, runnerName } from './runner-name.ts';

/** Without a sign of life for so long an operation is taken over; one is given much more often. */
const leaseMs = 15_000;
const renewMs = 3_000;
/** How often operations are looked for that nobody carries out. */
const lookMs = 2_000;
/** What was written down so lately is still on its way into the queue. */
const queuedWithinMs = 2_000;
const defaultAttempts = 3;
const defaultConcurrency = { all: 4, ofGroup: 2 };
/** Pauses before the end of an operation is written again after a failure. */
const endRetriesMs = [200, 1_000, 3_000];

type RunnerPlatform = Pick<Platform, 'database' | 'bus' | 'jobs' | 'log' | 'metrics' | 'access'>;

/** Why an attempt ends without the operation having ended. */
const stopping = new Error('The server stops.');
const lostLease = new Error('Another process carries the operation out.');

interface End {
  status: OperationStatus;
  failedMessage?: string;
  failure?: OperationRow['failure'];
  remarks?: OperationRemark[];
  subtitle?: string | undefined;
  result?: unknown;
}

/**
 * Carries operations out in this process. An attempt holds a lease, which it renews; a process that was killed, or that
 * cannot reach the records, loses it, and another one begins the next attempt. Each write of an attempt asks for
 * its lease, so that an operation ends once whoever is slow to notice.
 */
export class OperationRunner {
  readonly #platform: RunnerPlatform;
  readonly #kinds: ReadonlyMap<string, OperationKind>;
  readonly #name = runnerName();
  readonly #running = new Map<string, { aborter: AbortController; ended: Promise<void> }>();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #stopsRecorded: Promise<void> = Promise.resolve();
  /**
   * What pg-boss calls with the id of an operation: a job for each kind, so that slow kinds do not keep others waiting.
   */
  readonly jobs: readonly Job[];

  constructor(platform: RunnerPlatform, kinds: readonly AnyOperationKind[]) {
    this.#platform = platform;
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.jobs = kinds.map((kind) =>
      defineJob<{ id: string }>({
        name: operationQueueOf(kind.name),
        policy: byServer('somebody with the right has started an operation, whose kind has a policy of its own'),
        concurrency: kind.concurrency ?? defaultConcurrency,
        run: ({ id }) => this.#carryOut(id),
      }),
    );
    platform.bus.subscribe('operation-canceled', ({ id }: { id: string }) => {
      this.#running.get(id)?.aborter.abort(new GromaError('CANCELED', { name: id }));
    });
    platform.metrics.gauge(
      'operations_running',
      'Long work of people that this process carries out.',
      () => this.#running.size,
    );
  }

  /** Looks for what killed processes left, now and from then on. */
  start(): void {
    const look = (): void => {
      this.#queueLeft()
        .catch((error: unknown) => {
          this.#platform.log.error('Interrupted operations were not looked for.', { error });
        })
        .finally(() => {
          if (!this.#isClosed) this.#timer = setTimeout(look, lookMs);
        });
    };
    look();
  }

  /** Stops what runs here, for the next process to go on with, and waits until it has stopped. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#running.size === 0) return;
    // Sent before anything is waited for: whoever loses patience and kills the process now has not made these attempts
    // count.
    this.#stopsRecorded = this.#platform.database.query
      .update(operations)
      .set({ orderedStops: sql`${operations.orderedStops} + 1` })
      .where(
        and(
          inArray(operations.id, [...this.#running.keys()]),
          inArray(operations.status, openStatuses),
          eq(operations.leasedBy, this.#name),
        ),
      )
      .then(
        () => undefined,
        (error: unknown) => {
          this.#platform.log.error('The attempts that this stop ends count as killed ones.', { error });
        },
      );
    // Not after it: where PostgreSQL neither answers nor refuses, the work still ends.
    for (const { aborter } of this.#running.values()) aborter.abort(stopping);
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Puts operations that nobody carries out into the queue, where most of them are already. */
  async #queueLeft(): Promise<void> {
    const rows = await this.#platform.database.query
      .select({
        id: operations.id,
        kind: operations.kind,
        userId: operations.userId,
        leasedBy: operations.leasedBy,
        isLeased: sql<boolean>`coalesce(${operations.leaseUntil} > now(), false)`,
      })
      .from(operations)
      .where(
        and(
          inArray(operations.status, openStatuses),
          isNotNull(operations.kind),
          or(isNotNull(operations.leasedBy), lt(operations.updatedAt, recordsNowPlus(-queuedWithinMs))),
        ),
      );
    for (const { id, kind, userId, leasedBy, isLeased } of rows) {
      if (this.#isClosed) return;
      if (this.#running.has(id)) continue;
      if (leasedBy !== null && isLeased) {
        if (!isGone(leasedBy)) continue;
        await this.#platform.database.query
          .update(operations)
          .set({ leasedBy: null, leaseUntil: null })
          .where(and(isOpen(id), eq(operations.leasedBy, leasedBy)));
      }
      await this.#platform.jobs.send(operationQueueOf(kind!), { id }, { key: id, group: userId });
    }
  }

  async #carryOut(id: string): Promise<void> {
    if (this.#isClosed || this.#running.has(id)) return;
    const aborter = new AbortController();
    const ended = Promise.withResolvers<void>();
    this.#running.set(id, { aborter, ended: ended.promise });
    try {
      const row = await this.#claim(id);
      if (row) await this.#attempt(row, aborter);
    } finally {
      this.#running.delete(id);
      ended.resolve();
    }
  }

  async #claim(id: string): Promise<OperationRow | undefined> {
    const [row] = await this.#platform.database.query
      .update(operations)
      .set({
        status: 'In Progress',
        attempt: sql`${operations.attempt} + 1`,
        leasedBy: this.#name,
        leaseUntil: recordsNowPlus(leaseMs),
        estimatedTimeLeft: null,
        currentSubTask: null,
        currentSubTaskProgress: null,
        updatedAt: recordsNow,
      })
      .where(and(isOpen(id), or(isNull(operations.leasedBy), lt(operations.leaseUntil, recordsNow))))
      .returning();
    if (row) await publishOperation(this.#platform, row);
    return row;
  }

  async #attempt(row: OperationRow, aborter: AbortController): Promise<void> {
    const attempt: Attempt = {
      id: row.id as OperationId,
      projectId: row.projectId as ProjectId,
      leasedBy: this.#name,
      attempt: row.attempt,
    };
    const reporter = new ProgressReporter(this.#platform, attempt);
    const stopRenewing = this.#renew(attempt, aborter);
    let end: End | null;
    try {
      end = await this.#work(row, attempt, reporter, aborter.signal);
    } catch (error) {
      end = this.#endOf(row, error, aborter.signal);
    } finally {
      stopRenewing();
    }
    await reporter.stop();
    if (end) await this.#write(attempt, end);
    else if (aborter.signal.reason === stopping) await this.#release(attempt);
    // It may have been completed by this attempt, in a transaction.
    else await publishOperation(this.#platform, { ...attempt, hasEnded: true });
  }

  async #work(row: OperationRow, attempt: Attempt, reporter: ProgressReporter, signal: AbortSignal): Promise<End> {
    const kind = this.#kinds.get(row.kind ?? '');
    if (!kind) throw new Error(`There is no kind of operation "${row.kind}".`);
    const input = kind.input.parse(row.input);
    // An attempt that was killed may have made the result and not lived to say so.
    const finished = row.checkpoint && (await kind.findResult?.(input, row.checkpoint, attempt.id));
    if (finished) return { status: 'Completed', ...finished };
    if (row.isCancelRequested) {
      await kind.clear?.(input, row.checkpoint, attempt.id);
      return { status: 'Canceled' };
    }
    if (row.attempt - row.orderedStops > (kind.maxAttempts ?? defaultAttempts)) {
      await kind.clear?.(input, row.checkpoint, attempt.id);
      return {
        status: 'Failed',
        failedMessage: 'The server was stopped while this ran.',
        failure: { code: 'CANCELED', details: { name: row.title } },
      };
    }
    // A plan that has ended stops nothing that was begun while it held.
    if (kind.policy.kind === 'by-starter') {
      const { action, subject } = kind.policy;
      await this.#platform.access
        .require(row.userId as UserId, row.projectId, action, subject, { evenWithoutPlan: true })
        .catch(async (error: unknown) => {
          if (error instanceof GromaError) await kind.clear?.(input, row.checkpoint, attempt.id);
          throw error;
        });
    }
    let remarks: OperationRemark[] = [];
    // What was reported last may not be written yet.
    let subtitle: string | undefined;
    const context: OperationContext = {
      id: attempt.id,
      projectId: attempt.projectId,
      userId: row.userId as UserId,
      attempt: row.attempt,
      signal,
      checkpoint: row.checkpoint,
      report: (progress) => {
        remarks = progress.remarks ?? remarks;
        subtitle = progress.subtitle ?? subtitle;
        reporter.report(progress);
      },
      keep: async (checkpoint) => {
        await this.#change(attempt, { checkpoint });
      },
      complete: async (query, result) => {
        const completed = await query
          .update(operations)
          .set(endColumns({ status: 'Completed', result, remarks, subtitle }))
          .where(and(isCurrent(attempt), eq(operations.isCancelRequested, false)))
          .returning({ id: operations.id });
        signal.throwIfAborted();
        if (completed.length > 0) return;
        // Either it is another process's, or somebody has canceled it and this one has not heard of it yet.
        await this.#change(attempt, {});
        throw new GromaError('CANCELED', { name: row.title });
      },
    };
    signal.throwIfAborted();
    const result = await kind.run(input, context);
    // What is done is done, also when somebody wanted it stopped at the last moment.
    return { status: 'Completed', result, remarks, subtitle };
  }

  /** How an operation ends whose attempt has thrown; null where it goes on elsewhere or later. */
  #endOf(row: OperationRow, error: unknown, signal: AbortSignal): End | null {
    const canceled: End = { status: 'Canceled' };
    if (signal.reason === stopping || signal.reason === lostLease) return null;
    if (signal.aborted) return canceled;
    // Without the records nobody knows how it stands: the next attempt begins when the lease has ended.
    if (error === lostLease || isWithoutDatabase(error)) return null;
    if (error instanceof GromaError && error.code === 'CANCELED') return canceled;
    if (error instanceof GromaError)
      return { status: 'Failed', failedMessage: error.message, failure: { code: error.code, details: error.details } };
    this.#platform.log.error('An operation failed.', { operation: row.id, kind: row.kind, error });
    return {
      status: 'Failed',
      failedMessage: 'Unknown error',
      failure: { code: 'INTERNAL', details: { reference: row.id } },
    };
  }

  /** Renews the lease until it is told to stop, and aborts the attempt when it is lost or a cancel was missed. */
  #renew(attempt: Attempt, aborter: AbortController): () => void {
    let renewedAt = performance.now();
    let isAsking = false;
    const timer = setInterval(() => {
      const askedAt = performance.now();
      // Also where PostgreSQL neither answers nor refuses.
      if (askedAt - renewedAt > leaseMs) aborter.abort(lostLease);
      if (isAsking) return;
      isAsking = true;
      this.#platform.database.query
        .update(operations)
        .set({ leaseUntil: recordsNowPlus(leaseMs) })
        .where(isCurrent(attempt))
        .returning({ isCancelRequested: operations.isCancelRequested })
        .then(
          ([row]) => {
            renewedAt = askedAt;
            if (!row) aborter.abort(lostLease);
            else if (row.isCancelRequested) aborter.abort(new GromaError('CANCELED', { name: attempt.id }));
          },
          () => undefined,
        )
        .finally(() => {
          isAsking = false;
        });
    }, renewMs);
    return () => {
      clearInterval(timer);
    };
  }

  /** Changes the row, and its time at least. @throws lostLease */
  async #change(attempt: Attempt, values: Partial<typeof operations.$inferInsert>): Promise<void> {
    const changed = await this.#platform.database.query
      .update(operations)
      .set({ updatedAt: recordsNow as never, ...values })
      .where(isCurrent(attempt))
      .returning({ id: operations.id });
    if (changed.length === 0) throw lostLease;
  }

  /** Gives an operation back that is to go on in another process. */
  async #release(attempt: Attempt): Promise<void> {
    await this.#stopsRecorded;
    await this.#change(attempt, { leasedBy: null, leaseUntil: null }).catch((error: unknown) => {
      this.#platform.log.error('A stopped operation was not given back; it goes on when its lease has ended.', {
        operation: attempt.id,
        error,
      });
    });
  }

  /** Writes how it ended. A failure to write it changes nothing about that: it is tried again, then logged. */
  async #write(attempt: Attempt, end: End): Promise<void> {
    for (const pause of [...endRetriesMs, null]) {
      try {
        await this.#platform.database.query.update(operations).set(endColumns(end)).where(isCurrent(attempt));
        break;
      } catch (error) {
        if (pause !== null) await sleep(pause);
        else
          this.#platform.log.error('The end of an operation was not written.', {
            id: attempt.id,
            status: end.status,
            error,
          });
      }
    }
    await publishOperation(this.#platform, { ...attempt, hasEnded: true });
  }
}

function endColumns(end: End): Partial<typeof operations.$inferInsert> {
  const { status, failedMessage = null, failure = null, remarks = [], result = null, subtitle } = end;
  return {
    status,
    failedMessage,
    failure,
    remarks,
    result,
    // Input and checkpoint may be large, and nothing begins from them any more.
    input: null,
    checkpoint: null,
    leasedBy: null,
    leaseUntil: null,
    estimatedTimeLeft: null,
    currentSubTask: null,
    currentSubTaskProgress: null,
    updatedAt: recordsNow as never,
    ...(status === 'Completed' && { progress: 100 }),
    ...(subtitle !== undefined && { subtitle }),
  };
}

import { and, eq, inArray, lt } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  GromaError,
  newId,
  type OperationId,
  type OperationRemark,
  type OperationStatus,
  type OperationTask,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { recordsNow } from '../../platform/database/record-clock.ts';
import { operations } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { openStatuses, ProgressReporter, tellOperation, type OperationProgress } from './progress-reporter.ts';

interface OperationAbout {
  /** Where the caller has chosen it; else it gets one. */
  id?: OperationId;
  projectId: ProjectId;
  userId: UserId;
  title: string;
  /** What is done and to what, where the title says no more than that. */
  task?: OperationTask;
  subject?: string;
  subtitle?: string;
  /** Work that is begun again when the server is killed or stopped at it, by what was set for the kind; else it has failed. */
  again?: Again;
}

/** What work is begun again from: a kind and, as JSON, what it needs. */
interface Again {
  kind: string;
  data: object;
  /** The server stopped in order: beginning again is not counted. */
  isStopped?: boolean;
  /** The server was killed at it before: after another kill it has failed. */
  isLast?: boolean;
}

/** What is done: it says how far it is, and stops when the signal is aborted, leaving nothing half done. `keep` writes at once what it would be begun again from. */
type Work<T> = (
  report: (progress: OperationProgress) => void,
  signal: AbortSignal,
  keep: (data: object) => Promise<void>,
) => Promise<T>;

/** Long work that people can watch and stop. */
export interface Operations {
  /**
   * Runs work as an operation: In Progress while it lasts, then Completed, Canceled or Failed. The signal is aborted
   * by the cancel button, by `outer`, and when the server stops. What the work throws is thrown on.
   * @throws GromaError CANCELED when it was stopped.
   */
  run<T>(about: OperationAbout, work: Work<T>, outer?: AbortSignal): Promise<T>;
  /** The same, for work that goes on when the call that began it has been answered: its id, once people can see it. */
  start<T>(about: OperationAbout, work: Work<T>): Promise<{ id: OperationId; ended: Promise<T> }>;
  /** Sets how work of a kind is begun again. */
  onceMore(kind: string, work: (data: object) => Work<unknown>): void;
  /** After a start: begins again what the server was killed or stopped at where that can be, each once after a kill; the rest has failed. */
  takeUp(): Promise<void>;
  /** Stops all that runs in this process and waits for its end. */
  close(): Promise<void>;
}

/** Why work ends with the server. */
const stopping = new Error('The server stops.');

export function createOperations(platform: Platform): Operations {
  const running = new Map<string, { aborter: AbortController; ended: Promise<unknown> }>();
  const kinds = new Map<string, (data: object) => Work<unknown>>();
  platform.bus.subscribe('operation-canceled', ({ id }: { id: string }) => {
    running.get(id)?.aborter.abort();
  });

  platform.metrics.gauge('operations_running', 'Long work of people that this process is at.', () => running.size);

  /** Before anybody hears of it: what is told can be cancelled. */
  const enter = (id: string): { signal: AbortSignal; leave(): void } => {
    if (running.has(id)) throw idTaken();
    const aborter = new AbortController();
    const ended = Promise.withResolvers<void>();
    running.set(id, { aborter, ended: ended.promise });
    return {
      signal: aborter.signal,
      leave() {
        running.delete(id);
        ended.resolve();
      },
    };
  };

  const start = async <T>(
    about: OperationAbout,
    work: Work<T>,
    outer?: AbortSignal,
  ): Promise<{ id: OperationId; ended: Promise<T> }> => {
    const id = about.id ?? newId<'operation'>();
    const runnerEpoch = platform.leases.epoch('api');
    const { signal, leave } = enter(id);
    try {
      const [made] = await platform.database.query
        .insert(operations)
        .values({ ...about, id, status: 'In Progress', runnerEpoch })
        .onConflictDoNothing()
        .returning({ id: operations.id });
      if (!made) throw idTaken();
      await tellOperation(platform, about.projectId, id);
    } catch (error) {
      leave();
      throw error;
    }
    return {
      id,
      ended: follow(
        platform,
        { ...about, id, runnerEpoch },
        outer ? AbortSignal.any([signal, outer]) : signal,
        work,
      ).finally(leave),
    };
  };

  return {
    start,
    run: async (about, work, outer) => (await start(about, work, outer)).ended,
    onceMore: (kind, work) => {
      kinds.set(kind, work);
    },
    async takeUp() {
      for (const { again, ...row } of await endInterrupted(platform, [...kinds.keys()])) {
        const { signal, leave } = enter(row.id);
        const about = {
          id: row.id as OperationId,
          projectId: row.projectId,
          userId: row.userId,
          title: row.title,
          again: again!,
          runnerEpoch: row.runnerEpoch,
        } as RunningOperation;
        follow(platform, about, signal, (...given) => kinds.get(again!.kind)!(again!.data)(...given))
          .finally(leave)
          .catch((error: unknown) => {
            if (!(error instanceof GromaError))
              platform.log.error('What was begun again failed.', { operation: row.id, error });
          });
      }
    },
    async close() {
      for (const { aborter } of running.values()) aborter.abort(stopping);
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

function idTaken(): GromaError {
  return new GromaError('BAD_INPUT', { detail: 'operation_id: there is an operation of that id already.' });
}

/**
 * Fails what nobody is at any more, and answers what can be begun again: what those left who had the lease of the api
 * service before this process, and never what it is at itself. What a kill interrupted is begun again once, so that work that
 * ends its server does so twice at most.
 */
async function endInterrupted(
  { database: { query }, leases }: Platform,
  kinds: readonly string[],
): Promise<(typeof operations.$inferSelect)[]> {
  const runnerEpoch = leases.epoch('api');
  const left = await query
    .select()
    .from(operations)
    .where(and(inArray(operations.status, openStatuses), lt(operations.runnerEpoch, runnerEpoch)));
  const change = (values: Partial<typeof operations.$inferInsert>, { id }: { id: string }) =>
    query
      .update(operations)
      .set({ estimatedTimeLeft: null, updatedAt: recordsNow, runnerEpoch, ...values })
      .where(eq(operations.id, id));
  const known: typeof left = [];
  for (const row of left) {
    if (row.again && kinds.includes(row.again.kind) && (row.again.isStopped || !row.again.isLast)) {
      const { isStopped, ...kept } = row.again;
      const again = isStopped ? kept : { ...kept, isLast: true };
      known.push({ ...row, again, runnerEpoch });
      await change({ progress: 0, currentSubTask: null, currentSubTaskProgress: null, again }, row);
    } else
      await change({ status: 'Failed', failedMessage: 'The server was stopped while this ran.', again: null }, row);
  }
  return known;
}

type RunningOperation = OperationAbout & { id: OperationId; runnerEpoch: number };

async function follow<T>(platform: Platform, about: RunningOperation, signal: AbortSignal, work: Work<T>): Promise<T> {
  const { id, runnerEpoch } = about;
  const reporter = new ProgressReporter(platform, about.projectId, id);
  let { again } = about;
  const note = async (from: Again): Promise<void> => {
    await platform.database.query
      .update(operations)
      .set({ again: from })
      .where(
        and(eq(operations.id, id), eq(operations.runnerEpoch, runnerEpoch), inArray(operations.status, openStatuses)),
      );
  };
  const keep = async (data: object): Promise<void> => {
    if (!again) throw new Error('This work is not begun again.');
    again = { ...again, data };
    await note(again);
  };
  let remarks: OperationRemark[] = [];
  const end = async (status: OperationStatus, failedMessage: string | null) => {
    await reporter.stop();
    await writeEnd(platform, about, { status, failedMessage, remarks });
    await tellOperation(platform, about.projectId, id);
  };
  let answer: T;
  try {
    signal.throwIfAborted();
    answer = await work(
      (progress) => {
        remarks = progress.remarks ?? remarks;
        reporter.report(progress);
      },
      signal,
      keep,
    );
  } catch (error) {
    if (signal.aborted) {
      // What the next start begins again has not ended.
      if (again && signal.reason === stopping) await reporter.stop().then(() => note({ ...again!, isStopped: true }));
      else await end('Canceled', null);
      throw new GromaError('CANCELED', { name: about.title });
    }
    await end('Failed', error instanceof GromaError ? error.message : 'Unknown error');
    throw error;
  }
  // What is done is done, also when somebody wanted it stopped at the last moment.
  await end('Completed', null);
  return answer;
}

/** Pauses before the end of an operation is written again after a failure. */
const endRetriesMs = [200, 1_000, 3_000];

/** Writes how it ended. A failure to write it changes nothing about that: it is tried again, then logged. */
async function writeEnd(
  { database, log }: Platform,
  { id, runnerEpoch }: RunningOperation,
  ended: { status: OperationStatus; failedMessage: string | null; remarks: OperationRemark[] },
): Promise<void> {
  const { status } = ended;
  for (const pause of [...endRetriesMs, null]) {
    try {
      await database.query
        .update(operations)
        .set({
          ...ended,
          estimatedTimeLeft: null,
          currentSubTask: null,
          currentSubTaskProgress: null,
          again: null,
          updatedAt: recordsNow,
          ...(status === 'Completed' && { progress: 100 }),
        })
        .where(
          and(eq(operations.id, id), eq(operations.runnerEpoch, runnerEpoch), inArray(operations.status, openStatuses)),
        );
      return;
    } catch (error) {
      if (pause === null) log.error('The end of an operation was not written.', { id, status, error });
      else await sleep(pause);
    }
  }
}

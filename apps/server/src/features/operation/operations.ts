import { and, eq, inArray } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { GromaError, newId, type OperationId, type OperationStatus, type OperationTask, type ProjectId, type UserId } from '@groma/model';
import { operations } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

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
}

/** How far the work is. `progress` and `subTaskProgress` are 0 to 100; what is left out stays. */
interface OperationProgress {
  progress?: number;
  subtitle?: string;
  subTask?: string | null;
  subTaskProgress?: number | null;
}

/** What is done: it says how far it is, and stops when the signal is aborted, leaving nothing half done. */
type Work<T> = (report: (progress: OperationProgress) => void, signal: AbortSignal) => Promise<T>;

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
  /** Stops all that runs in this process and waits for its end. */
  close(): Promise<void>;
}

/** Statuses that may still change (SHL-036). */
const openStatuses: OperationStatus[] = ['Pending', 'In Progress'];
/** Progress is written at most this often. */
const reportMs = 250;

export function createOperations(platform: Platform): Operations {
  const running = new Map<string, { aborter: AbortController; ended: Promise<unknown> }>();
  platform.bus.subscribe('operation-canceled', ({ id }: { id: string }) => { running.get(id)?.aborter.abort(); });

  platform.metrics.gauge('operations_running', 'Long work of people that this process is at.', () => running.size);

  const start = async <T>(about: OperationAbout, work: Work<T>, outer?: AbortSignal): Promise<{ id: OperationId; ended: Promise<T> }> => {
    const id = about.id ?? newId<'operation'>();
    if (running.has(id)) throw idTaken();
    const aborter = new AbortController();
    const ended = Promise.withResolvers<void>();
    const leave = (): void => {
      running.delete(id);
      ended.resolve();
    };
    // Before anybody hears of it: what is told can be cancelled.
    running.set(id, { aborter, ended: ended.promise });
    try {
      const [made] = await platform.database.query.insert(operations).values({ ...about, id, status: 'In Progress' }).onConflictDoNothing().returning({ id: operations.id });
      if (!made) throw idTaken();
      await tell(platform, about.projectId, id);
    } catch (error) {
      leave();
      throw error;
    }
    const signal = outer ? AbortSignal.any([aborter.signal, outer]) : aborter.signal;
    return { id, ended: follow(platform, about, id, signal, work).finally(leave) };
  };

  return {
    start,
    run: async (about, work, outer) => (await start(about, work, outer)).ended,
    async close() {
      for (const { aborter } of running.values()) aborter.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

function idTaken(): GromaError {
  return new GromaError('BAD_INPUT', { detail: 'operation_id: there is an operation of that id already.' });
}

async function follow<T>(
  platform: Platform, about: OperationAbout, id: OperationId, signal: AbortSignal, work: Work<T>,
): Promise<T> {
  const reporter = new Reporter(platform, about.projectId, id);
  const end = async (status: OperationStatus, failedMessage: string | null) => {
    await reporter.stop();
    await writeEnd(platform, id, status, failedMessage);
    await tell(platform, about.projectId, id);
  };
  let answer: T;
  try {
    signal.throwIfAborted();
    answer = await work((progress) => { reporter.report(progress); }, signal);
  } catch (error) {
    if (signal.aborted) {
      await end('Canceled', null);
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
async function writeEnd({ database, log }: Platform, id: OperationId, status: OperationStatus, failedMessage: string | null): Promise<void> {
  for (const pause of [...endRetriesMs, null]) {
    try {
      await database.query.update(operations).set({
        status, failedMessage, estimatedTimeLeft: null, currentSubTask: null, currentSubTaskProgress: null, updatedAt: new Date(), ...(status === 'Completed' && { progress: 100 }),
      }).where(and(eq(operations.id, id), inArray(operations.status, openStatuses)));
      return;
    } catch (error) {
      if (pause === null) log.error('The end of an operation was not written.', { id, status, error });
      else await sleep(pause);
    }
  }
}

/** Writes progress at most every quarter of a second, the newest winning. */
class Reporter {
  readonly #platform: Platform;
  readonly #projectId: ProjectId;
  readonly #id: OperationId;
  readonly #startedAt = Date.now();
  #wanted: OperationProgress = {};
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(platform: Platform, projectId: ProjectId, id: OperationId) {
    this.#platform = platform;
    this.#projectId = projectId;
    this.#id = id;
  }

  report(progress: OperationProgress): void {
    this.#wanted = { ...this.#wanted, ...progress };
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#writing.then(() => this.#write()).catch((error: unknown) => { this.#platform.log.error('Progress was not written.', { error }); });
    }, reportMs);
  }

  stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { progress, subtitle, subTask, subTaskProgress } = this.#wanted;
    this.#wanted = {};
    await this.#platform.database.query.update(operations).set({
      updatedAt: new Date(),
      ...(progress !== undefined && { progress: within(progress), estimatedTimeLeft: this.#timeLeft(progress) }),
      ...(subtitle !== undefined && { subtitle }), ...(subTask !== undefined && { currentSubTask: subTask }),
      ...(subTaskProgress !== undefined && { currentSubTaskProgress: subTaskProgress === null ? null : within(subTaskProgress) }),
    }).where(and(eq(operations.id, this.#id), inArray(operations.status, openStatuses)));
    await tell(this.#platform, this.#projectId, this.#id);
  }

  /** Seconds left when the rest goes as the first part went. */
  #timeLeft(progress: number): number | null {
    return progress > 0 ? Math.round(((Date.now() - this.#startedAt) / 1_000) * ((100 - within(progress)) / progress)) : null;
  }
}

function within(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

/** Rooms of the project hear of it; a failure to tell does not fail the work. */
async function tell({ bus, log }: Platform, projectId: ProjectId, id: OperationId): Promise<void> {
  await bus.publish('operation-changed', { projectId, id }).catch((error: unknown) => { log.error('Nobody was told of an operation.', { error }); });
}

import { and, eq, isNull } from '../database/drizzle.ts';
import {
  GromaError,
  isErrorCode,
  isFinalStatus,
  newId,
  operationTasks,
  type OperationId,
  type OperationTask,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { recordsNow } from '../database/record-clock.ts';
import { operations } from '../database/tables/index.ts';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import { isWithoutDatabase } from '../database/without-database.ts';
import type { JobSender } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { OperationKind } from './operation-kind.ts';
import { isOpen, operationQueueOf, publishOperation, type OperationRow } from './operation-records.ts';

/** Whose an operation is and how people read it. */
interface OperationAbout {
  /** Where the caller has chosen it; else it gets one. */
  id?: OperationId;
  projectId: ProjectId;
  userId: UserId;
  title: string;
  /** What the work is done to, where the title says no more than that. */
  subject?: string;
  subtitle?: string;
}

/** Long work that people can watch and stop: it is written down here, and carried out by the jobs service. */
export interface Operations {
  /**
   * Puts an operation into the queue and answers its id.
   * @throws GromaError BAD_INPUT where there is one of that id.
   */
  start<Input extends object, Result, Checkpoint extends object>(
    kind: OperationKind<Input, Result, Checkpoint>,
    about: OperationAbout,
    input: Input,
  ): Promise<OperationId>;
  /**
   * Starts an operation and waits for its end. It is canceled when `caller` is aborted, but for a stop of the server,
   * after which it goes on.
   * @throws GromaError CANCELED, UNAVAILABLE when this process stops first, and what the work failed with.
   */
  run<Input extends object, Result, Checkpoint extends object>(
    kind: OperationKind<Input, Result, Checkpoint>,
    about: OperationAbout,
    input: Input,
    caller: AbortSignal,
  ): Promise<Result>;
  /**
   * Waits for the end of an operation of this kind that the person has begun before, as `run` does; null where there is
   * none.
   * @throws GromaError as `run`
   */
  follow<Input extends object, Result, Checkpoint extends object>(
    kind: OperationKind<Input, Result, Checkpoint>,
    about: Required<Pick<OperationAbout, 'id' | 'projectId' | 'userId'>>,
    caller: AbortSignal,
  ): Promise<Result | null>;
  /** Asks for the end of an operation; one that has ended stays as it is. */
  cancel(id: string): Promise<void>;
  /** Ends the waiting of this process; what is waited for goes on. */
  close(): void;
}

/** How often somebody who waits looks for the end, where the bus has not told it. */
const lookMs = 2_000;

export function createOperations(platform: { database: Database; bus: Bus; jobs: JobSender; log: Log }): Operations {
  const { bus, jobs, log } = platform;
  const { query } = platform.database;
  const closing = new AbortController();
  const waiting = new Map<string, () => void>();
  bus.subscribe('operation-ended', ({ id }: { id: string }) => waiting.get(id)?.());
  bus.subscribe('bus-reconnected', () => {
    for (const look of waiting.values()) look();
  });

  const self: Operations = {
    async start(kind, { id = newId<'operation'>(), ...about }, input) {
      const [made] = await query
        .insert(operations)
        .values({ ...about, id, task: kind.task ?? taskOf(kind.name), kind: kind.name, input: kind.input.parse(input) })
        .onConflictDoNothing()
        .returning({ id: operations.id });
      if (!made)
        throw new GromaError('BAD_INPUT', { detail: 'operation_id: there is an operation of that id already.' });
      await publishOperation(platform, { id, projectId: about.projectId });
      // A queue that fails costs time only: the jobs service looks for what is written down and not queued.
      await jobs.send(operationQueueOf(kind.name), { id }, { key: id, group: about.userId }).catch((error: unknown) => {
        log.error('An operation was not queued.', { operation: id, error });
      });
      return id;
    },

    run: async (kind, about, input, caller) =>
      waitFor(await self.start(kind, about, input), about.title, caller) as never,

    async follow(kind, { id, projectId, userId }, caller) {
      const [row] = await query
        .select({ title: operations.title })
        .from(operations)
        .where(
          and(
            eq(operations.id, id),
            eq(operations.kind, kind.name),
            eq(operations.projectId, projectId),
            eq(operations.userId, userId),
          ),
        );
      return row ? (waitFor(id, row.title, caller) as never) : null;
    },

    async cancel(id) {
      const [row] = await query
        .update(operations)
        .set({ isCancelRequested: true })
        .where(isOpen(id))
        .returning({ projectId: operations.projectId });
      if (!row) return;
      const [unbegun] = await query
        .update(operations)
        .set({ status: 'Canceled', input: null, updatedAt: recordsNow })
        .where(and(isOpen(id), eq(operations.attempt, 0), isNull(operations.leasedBy)))
        .returning({ id: operations.id });
      if (unbegun) await publishOperation(platform, { id, projectId: row.projectId, hasEnded: true });
      else await bus.publish('operation-canceled', { id });
    },

    close() {
      closing.abort();
      for (const look of waiting.values()) look();
    },
  };

  /** What an operation gives; it is canceled when `caller` goes away. */
  const waitFor = async (id: string, title: string, caller: AbortSignal): Promise<unknown> => {
    const cancel = (): void => {
      if (!closing.signal.aborted)
        self.cancel(id).catch((error: unknown) => {
          log.error('An operation whose caller went away was not canceled.', { operation: id, error });
        });
    };
    caller.addEventListener('abort', cancel, { once: true });
    if (caller.aborted) cancel();
    try {
      return outcomeOf(await ended(id), title);
    } finally {
      caller.removeEventListener('abort', cancel);
    }
  };

  /** The row once it is final; undefined where it is gone. */
  const ended = async (id: string): Promise<OperationRow | undefined> => {
    try {
      for (;;) {
        const next = Promise.withResolvers<void>();
        waiting.set(id, next.resolve);
        // While PostgreSQL is away nothing is known of the end, and the work may go on.
        const found = await query
          .select()
          .from(operations)
          .where(eq(operations.id, id))
          .catch((error: unknown) => {
            if (isWithoutDatabase(error)) return null;
            throw error;
          });
        if (found && (!found[0] || isFinalStatus(found[0].status))) return found[0];
        if (closing.signal.aborted)
          throw new GromaError('UNAVAILABLE', {
            part: 'the server',
            remedy: 'it is stopping. The operation goes on when it is back.',
          });
        const timer = setTimeout(next.resolve, lookMs);
        await next.promise;
        clearTimeout(timer);
      }
    } finally {
      waiting.delete(id);
    }
  };

  return self;
}

function taskOf(name: string): OperationTask | null {
  return (operationTasks as readonly string[]).includes(name) ? (name as OperationTask) : null;
}

function outcomeOf(row: OperationRow | undefined, title: string): unknown {
  if (row?.status === 'Completed') return row.result;
  if (row?.status === 'Failed' && row.failure && isErrorCode(row.failure.code))
    throw new GromaError(row.failure.code, row.failure.details);
  throw new GromaError('CANCELED', { name: title });
}

import type { OperationId, OperationPolicy, OperationRemark, OperationTask, ProjectId, UserId } from '@groma/model';
import type { z } from 'zod';
import type { Database } from '../database/database.ts';

/** How far the work is. `progress` and `subTaskProgress` are 0 to 100; what is left out stays. */
export interface OperationProgress {
  progress?: number;
  subtitle?: string;
  subTask?: string | null;
  subTaskProgress?: number | null;
  /** What is to be said of the result; it is written when the work ends. */
  remarks?: OperationRemark[];
}

type Transaction = Parameters<Parameters<Database['query']['transaction']>[0]>[0];

/** What one attempt at an operation is given beside its input. */
export interface OperationContext<Result = unknown, Checkpoint extends object = object> {
  readonly id: OperationId;
  readonly projectId: ProjectId;
  readonly userId: UserId;
  /** 1 for the first. */
  readonly attempt: number;
  /** Aborted when the operation is canceled, the server stops, or another process has taken the operation over. */
  readonly signal: AbortSignal;
  /** What the attempts before have kept last. */
  readonly checkpoint: Checkpoint | null;
  report(progress: OperationProgress): void;
  /**
   * Writes at once what the next attempt would begin from.
   * @throws when the operation is not this process's any more.
   */
  keep(checkpoint: Checkpoint): Promise<void>;
  /**
   * Completes the operation in the transaction that makes its result visible, so that both happen or neither.
   * @throws when the operation is not this process's any more; the transaction is then to be rolled back.
   */
  complete(query: Pick<Transaction, 'update'>, result: Result): Promise<void>;
}

/**
 * A kind of long work that people can watch and stop. An operation of it is a row with its input, and is carried out by
 * the jobs service of any process: what `run` needs stands in the input or is read anew. After a kill the next attempt
 * begins with the last checkpoint.
 */
export interface OperationKind<Input extends object = object, Result = unknown, Checkpoint extends object = object> {
  readonly name: OperationTask | (string & {});
  /** What people read that it does; else what its name says. */
  readonly task?: OperationTask;
  readonly policy: OperationPolicy;
  readonly input: z.ZodType<Input>;
  /** How many run in one process at once, and of those of one person; 4 and 2 where it is left out. */
  readonly concurrency?: { readonly all: number; readonly ofGroup: number };
  /** Kills that an operation survives, and one more; 3 where it is left out. */
  readonly maxAttempts?: number;
  /**
   * The result, where the attempt that kept the checkpoint has made it; undefined where it is not there or not whole.
   * It is asked before the next attempt begins, and before an interrupted operation is canceled or has failed.
   */
  findResult?(
    input: Input,
    checkpoint: Checkpoint,
    id: OperationId,
  ): Promise<{ result?: Result; remarks?: OperationRemark[] } | undefined>;
  /** Does the work and answers what its starter may wait for, as JSON. When it throws, nothing is half done. */
  run(input: Input, context: OperationContext<Result, Checkpoint>): Promise<Result>;
  /** Takes away what killed attempts left, when there will be no further one. */
  clear?(input: Input, checkpoint: Checkpoint | null, id: OperationId): Promise<void>;
}

/** A kind of any input, as the runner holds it. */
export type AnyOperationKind = OperationKind;

export function defineOperation<Input extends object, Result, Checkpoint extends object = object>(
  kind: OperationKind<Input, Result, Checkpoint>,
): OperationKind<Input, Result, Checkpoint> {
  return kind;
}

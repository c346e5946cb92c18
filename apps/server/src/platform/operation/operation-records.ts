import { and, eq, inArray, type SQL } from '../database/drizzle.ts';
import type { OperationId, OperationStatus, ProjectId } from '@groma/model';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import { operations } from '../database/tables/index.ts';
import type { Log } from '../log.ts';

export type OperationRow = typeof operations.$inferSelect;

/** Statuses that may still change (SHL-036). */
export const openStatuses: OperationStatus[] = ['Pending', 'In Progress'];

/** The queue of pg-boss that the operations of a kind wait in, by their ids. */
export function operationQueueOf(kind: string): string {
  return `operation.${kind}`;
}

/** An operation that has not ended. */
export function isOpen(id: string): SQL | undefined {
  return and(eq(operations.id, id), inArray(operations.status, openStatuses));
}

/** The id of an operation of a kind that has not ended, with such an input; undefined where there is none. */
export async function findOpen(query: Database['query'], kind: string, hasInput: SQL): Promise<string | undefined> {
  const [row] = await query
    .select({ id: operations.id })
    .from(operations)
    .where(and(eq(operations.kind, kind), inArray(operations.status, openStatuses), hasInput));
  return row?.id;
}

/** One attempt of one process at an operation: what it writes is refused once another has taken over. */
export interface Attempt {
  readonly id: OperationId;
  readonly projectId: ProjectId;
  readonly leasedBy: string;
  readonly attempt: number;
}

/** The operation while this attempt at it is the current one. */
export function isCurrent({ id, leasedBy, attempt }: Attempt): SQL | undefined {
  return and(isOpen(id), eq(operations.leasedBy, leasedBy), eq(operations.attempt, attempt));
}

/** Rooms of the project hear of it; a failure to publish does not fail the work. */
export async function publishOperation(
  { bus, log }: { bus: Bus; log: Log },
  { id, projectId, hasEnded = false }: { id: string; projectId: string; hasEnded?: boolean },
): Promise<void> {
  try {
    await bus.publish('operation-changed', { projectId, id });
    if (hasEnded) await bus.publish('operation-ended', { projectId, id });
  } catch (error) {
    log.error('A change of an operation was not published.', { id, error });
  }
}

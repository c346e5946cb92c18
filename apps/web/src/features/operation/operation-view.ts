import { isFinalStatus, jobStatusOf, type OperationStatus } from '@groma/model';
import type { OperationReply } from '@groma/protocol';
import type { PageOperation } from '../../registry/page-operation.ts';
import type { Text } from '../../platform/text.ts';

/** What an operation is called in the language of the person. */
export function titleOf(t: Text, { title, task, subject }: Pick<OperationReply, 'title' | 'task' | 'subject'>): string {
  return task === null ? title : t(`operation.task.${task}`, { name: subject ?? '' });
}

/** How often the list is read anew while something runs, for the case that the room is silent (SHL-039). */
const pollMs = 10_000;
/** Longest title where there is one short line for it (SHL-094). */
const longestTitle = 24;

export function isOpen({ status }: { status: OperationStatus }): boolean {
  return !isFinalStatus(status);
}

/** Operations that failed at their work: what was refused or asked about was said there and then (SHL-134). */
export function failedCount(operations: readonly Pick<OperationReply, 'status' | 'is_refused'>[]): number {
  return operations.filter(({ status, is_refused: isRefused }) => status === 'Failed' && !isRefused).length;
}

/** Of a list with the newest first: the one that the bottom bar shows. */
export function findLatestOpen(operations: readonly OperationReply[]): OperationReply | undefined {
  return operations.find(isOpen);
}

/** Time until the list is read anew; false where nothing in it can change by itself (SHL-038). */
export function pollAfter(operations: readonly OperationReply[] | undefined): number | false {
  return operations?.some(isOpen) ? pollMs : false;
}

/** A title as the bottom bar shows it: 24 characters as people count them, then an ellipsis (SHL-094). */
export function shortenTitle(title: string): string {
  const characters = [...new Intl.Segmenter().segment(title)].map(({ segment }) => segment);
  return characters.length <= longestTitle ? title : `${characters.slice(0, longestTitle).join('')}…`;
}

/** What the server told of one operation, put into a list that was read before. */
export function withOperation(operations: readonly OperationReply[], changed: OperationReply): OperationReply[] {
  return operations.map((operation) => (operation.id === changed.id ? changed : operation));
}

/** Ids of the operations whose cancelling has begun and that have not ended. */
export function stillCanceling(
  canceling: ReadonlySet<string>,
  operations: readonly OperationReply[],
): ReadonlySet<string> {
  const open = operations.filter((operation) => isOpen(operation) && canceling.has(operation.id)).map(({ id }) => id);
  return open.length === canceling.size ? canceling : new Set(open);
}

/** Work of this page in the form of the server's operations. How far it is nobody knows. */
export function ofPage(operations: readonly PageOperation[], projectId: string): OperationReply[] {
  return operations
    .filter((operation) => operation.projectId === projectId)
    .map(({ id, title, status, failedMessage, begunAt }) => ({
      id,
      project_id: projectId,
      user_id: '',
      title,
      task: null,
      subject: null,
      subtitle: null,
      status,
      job_status: jobStatusOf(status),
      progress: 0,
      estimatedTimeLeft: null,
      currentSubTask: null,
      currentSubTaskProgress: null,
      failedMessage,
      remarks: [],
      created_at: begunAt,
      updated_at: begunAt,
    }));
}

import { and, desc, eq, getTableColumns, inArray, lt } from '../../platform/database/drizzle.ts';
import { byServer, GromaError, isFinalStatus, jobStatusOf } from '@groma/model';
import { operation, type OperationReply } from '@groma/protocol';
import { recordsNowPlus } from '../../platform/database/record-clock.ts';
import { operations } from '../../platform/database/tables/index.ts';
import { route } from '../../platform/http/route.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { isRefusal } from './refusal.ts';

const keptMs = 30 * 24 * 3_600_000;
const mostListed = 200;

/** Not what the work is carried out with, which may be large: pages ask at each step of the progress. */
const { input: _input, checkpoint: _checkpoint, result: _result, ...presented } = getTableColumns(operations);
type PresentedRow = Omit<typeof operations.$inferSelect, 'input' | 'checkpoint' | 'result'>;

export function createOperationFeature(platform: Platform): Feature {
  const { query } = platform.database;
  const forgetOld = async (): Promise<void> => {
    await query
      .delete(operations)
      .where(
        and(
          inArray(operations.status, ['Completed', 'Canceled', 'Failed']),
          lt(operations.updatedAt, recordsNowPlus(-keptMs)),
        ),
      );
  };
  return {
    routes: [
      route(operation.listOperations, async ({ user, projectId }) => {
        const rows = await query
          .select(presented)
          .from(operations)
          .where(and(eq(operations.projectId, projectId), eq(operations.userId, user.id)))
          .orderBy(desc(operations.createdAt))
          .limit(mostListed);
        return { data: rows.map(present) };
      }),
      route(operation.readOperation, async ({ user, params }) => ({
        data: present(await ownOperation(platform, params.operationId, user.id)),
      })),
      route(operation.cancelOperation, async ({ user, params }) => {
        const found = await ownOperation(platform, params.operationId, user.id);
        await platform.operations.cancel(found.id);
        return { data: present(await ownOperation(platform, params.operationId, user.id)) };
      }),
      route(operation.dismissOperation, async ({ user, params }) => {
        const found = await ownOperation(platform, params.operationId, user.id);
        if (!isFinalStatus(found.status))
          throw new GromaError('BAD_INPUT', { detail: 'Cancel the operation before it is dismissed.' });
        await query.delete(operations).where(eq(operations.id, found.id));
        await platform.bus.publish('operation-changed', { projectId: found.projectId, id: found.id });
        return { status: 'ok' };
      }),
    ],
    jobs: [
      defineJob({
        name: 'sweep-operations',
        policy: byServer('the time has come'),
        schedule: '29 4 * * *',
        run: forgetOld,
      }),
    ],
    start: forgetOld,
  };
}

/** Operations are their starter's: another member of the project is told that there is none. */
async function ownOperation({ database }: Platform, id: string, userId: string): Promise<PresentedRow> {
  const [row] = await database.query
    .select(presented)
    .from(operations)
    .where(and(eq(operations.id, id), eq(operations.userId, userId)));
  if (!row) throw new GromaError('NOT_FOUND', { noun: 'operation' });
  return row;
}

function present(row: PresentedRow): OperationReply {
  return {
    id: row.id,
    project_id: row.projectId,
    user_id: row.userId,
    title: row.title,
    task: row.task,
    subject: row.subject,
    subtitle: row.subtitle,
    status: row.status,
    job_status: jobStatusOf(row.status),
    progress: row.progress,
    estimatedTimeLeft: row.estimatedTimeLeft,
    currentSubTask: row.currentSubTask,
    currentSubTaskProgress: row.currentSubTaskProgress,
    failedMessage: row.failedMessage,
    is_refused: isRefusal(row.failure),
    remarks: row.remarks,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

import { bigint, index, integer, jsonb, pgTable, real, text, timestamp } from 'drizzle-orm/pg-core';
import type { OperationRemark, OperationStatus, OperationTask } from '@groma/model';
import { projects, users } from './access.ts';

/** Long-running work, as people see it (SHL-032). */
export const operations = pgTable(
  'operations',
  {
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    /** What is done and to what, so that each person reads the title in their language. */
    task: text().$type<OperationTask>(),
    subject: text(),
    subtitle: text(),
    status: text().$type<OperationStatus>().notNull().default('Pending'),
    progress: real().notNull().default(0),
    estimatedTimeLeft: integer('estimated_time_left'),
    currentSubTask: text('current_sub_task'),
    currentSubTaskProgress: real('current_sub_task_progress'),
    failedMessage: text('failed_message'),
    /** What is to be said of the result. */
    remarks: jsonb().$type<OperationRemark[]>().notNull().default([]),
    /** What the work is begun again from after the server was killed or stopped at it. */
    again: jsonb().$type<{ kind: string; data: object; isStopped?: boolean; isLast?: boolean }>(),
    /** Lease of the process that is at it: the next holder takes up what those before have left. */
    runnerEpoch: bigint('runner_epoch', { mode: 'number' }).notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('operations_project').on(table.projectId)],
);

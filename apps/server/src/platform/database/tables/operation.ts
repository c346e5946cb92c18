import { sql } from '../drizzle.ts';
import { boolean, index, integer, jsonb, pgTable, real, text, timestamp } from '../drizzle-pg.ts';
import type { ErrorCode, ErrorDetails, OperationRemark, OperationStatus, OperationTask } from '@groma/model';
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
    /**
     * Which kind of work it is; its input and checkpoint are of that kind. Null for what ran before kinds were kept.
     */
    kind: text(),
    input: jsonb().$type<object>(),
    /** How often it was begun. */
    attempt: integer().notNull().default(0),
    /** How many of its attempts were ended by a stop in order, and so do not count. */
    orderedStops: integer('ordered_stops').notNull().default(0),
    /** The process that carries it out, and until when nobody else may. */
    leasedBy: text('leased_by'),
    leaseUntil: timestamp('lease_until', { withTimezone: true }),
    /** What the next attempt begins from. */
    checkpoint: jsonb().$type<object>(),
    isCancelRequested: boolean('is_cancel_requested').notNull().default(false),
    /** What it answers to whoever waits for it, once it is completed. */
    result: jsonb(),
    /** Why it failed, for whoever waits for it. */
    failure: jsonb().$type<{ code: ErrorCode; details: ErrorDetails }>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('operations_project').on(table.projectId),
    index('operations_open')
      .on(table.createdAt)
      .where(sql`${table.status} IN ('Pending', 'In Progress')`),
  ],
);

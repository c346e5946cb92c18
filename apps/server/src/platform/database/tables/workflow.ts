import { boolean, index, jsonb, pgTable, text, timestamp } from '../drizzle-pg.ts';
import type {
  ErrorCode,
  ErrorDetails,
  WorkflowEdge,
  WorkflowNode,
  WorkflowParameter,
  WorkflowRunStatus,
  WorkflowStartKind,
  WorkflowStep,
  WorkflowValues,
} from '@groma/model';
import { projects, users } from './access.ts';

/** Workflows. The graph itself is the live document of the same id. */
export const workflows = pgTable(
  'workflows',
  {
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('workflows_project').on(table.projectId)],
);

/**
 * The history of workflows, with the graphs as they were run. A run has the id of its operation, which may be gone by
 * now.
 */
export const workflowRuns = pgTable(
  'workflow_runs',
  {
    id: text().primaryKey(),
    workflowId: text('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    /** Who ran it; null once they have no account. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    status: text().$type<WorkflowRunStatus>().notNull().default('submitted'),
    message: text().notNull().default(''),
    nodes: jsonb().$type<WorkflowNode[]>().notNull(),
    edges: jsonb().$type<WorkflowEdge[]>().notNull(),
    /** Of a general graph: what it asks for, what it was given, and how its steps stand. Null for a basic one. */
    parameters: jsonb().$type<WorkflowParameter[]>(),
    values: jsonb().$type<WorkflowValues>(),
    steps: jsonb().$type<WorkflowStep[]>(),
    /** The start that began it, which may be gone by now; null where a person did. */
    start: jsonb().$type<{ id: string; kind: WorkflowStartKind }>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('workflow_runs_newest').on(table.workflowId, table.createdAt.desc())],
);

/** What begins runs of a workflow without anybody there: a schedule, a call with a secret, a change of data. */
export const workflowStarts = pgTable(
  'workflow_starts',
  {
    id: text().primaryKey(),
    workflowId: text('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    /** Whose rights its runs have: who has set it last. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<WorkflowStartKind>().notNull(),
    /** Of the parameters of the workflow. */
    values: jsonb().$type<WorkflowValues>().notNull().default({}),
    /** Of a schedule: five fields, and the time zone in which they are meant. */
    cron: text(),
    timeZone: text('time_zone'),
    /** Of a change: the reference of a layer or file, the version that was seen last, and since when it changes. */
    watched: text(),
    watchedVersion: text('watched_version'),
    changedSince: timestamp('changed_since', { withTimezone: true }),
    /** Of a webhook: the SHA-256 of its secret, in hexadecimal digits. */
    secretHash: text('secret_hash'),
    /** When it is due; null while nothing is awaited. */
    nextAt: timestamp('next_at', { withTimezone: true }),
    /** The run that a process is about to begin, and until when no other one does. */
    dueRun: text('due_run'),
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    lastRun: text('last_run'),
    lastAt: timestamp('last_at', { withTimezone: true }),
    /** Of a change: what its last run has changed itself is still to be told apart. */
    awaitsEnd: boolean('awaits_end').notNull().default(false),
    isPaused: boolean('is_paused').notNull().default(false),
    /** Why it was paused by itself, or why its last run did not begin. */
    problem: jsonb().$type<{ code: ErrorCode; details: ErrorDetails }>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('workflow_starts_workflow').on(table.workflowId), index('workflow_starts_due').on(table.nextAt)],
);

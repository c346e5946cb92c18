import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type {
  WorkflowEdge,
  WorkflowNode,
  WorkflowParameter,
  WorkflowRunStatus,
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
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('workflow_runs_newest').on(table.workflowId, table.createdAt.desc())],
);

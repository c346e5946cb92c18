import { sql } from '../drizzle.ts';
import { check, index, jsonb, pgTable, text, timestamp } from '../drizzle-pg.ts';
import type { ToolField } from '@groma/model';
import { projects, users } from './access.ts';
import { databases } from './database.ts';
import { notebooks } from './notebook.ts';
import { workflows } from './workflow.ts';

/**
 * Notebooks, queries and workflows that people offer as tools of their project. The parameters of a notebook are its
 * input blocks, those of a workflow its inputs and parameters.
 */
export const projectTools = pgTable(
  'project_tools',
  {
    /** `notebook:{id}`, `workflow:{id}`, or `query:` and an id that only this row has. */
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull(),
    /** Heading under which it stands; an empty text for that of the workspace. */
    heading: text().notNull(),
    notebookId: text('notebook_id').references(() => notebooks.id, { onDelete: 'cascade' }),
    databaseId: text('database_id').references(() => databases.id, { onDelete: 'cascade' }),
    workflowId: text('workflow_id').references(() => workflows.id, { onDelete: 'cascade' }),
    query: text(),
    /** Of a query: its parameters. */
    fields: jsonb().$type<ToolField[]>().notNull().default([]),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('project_tools_project').on(table.projectId),
    check(
      'project_tools_one_source',
      sql`num_nonnulls(${table.notebookId}, ${table.databaseId}, ${table.workflowId}) = 1`,
    ),
  ],
);

import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ToolField } from '@groma/model';
import { projects, users } from './access.ts';
import { databases } from './database.ts';
import { notebooks } from './notebook.ts';

/** Notebooks and queries that people offer as tools of their project. A notebook's parameters are its input blocks. */
export const projectTools = pgTable(
  'project_tools',
  {
    /** `notebook:{id}`, or `query:` and an id that only this row has. */
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
    check('project_tools_one_source', sql`(${table.notebookId} IS NULL) <> (${table.databaseId} IS NULL)`),
  ],
);

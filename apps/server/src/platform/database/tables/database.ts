import { boolean, index, integer, jsonb, pgTable, text, timestamp } from '../drizzle-pg.ts';
import { projects, users } from './access.ts';

/** Databases of projects. What is in a managed one is a file in the project's folder. */
export const databases = pgTable(
  'databases',
  {
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    type: text().notNull(),
    /** Where a server is, without what is secret. */
    connection: jsonb(),
    /** Password or token, encrypted. */
    credentials: text(),
    /** Tables and columns as they were last read, for search and for descriptions. */
    knownSchema: jsonb('known_schema'),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('databases_project').on(table.projectId)],
);

/**
 * What people have run. `results`: of each statement with rows its columns, first rows, count and the id of what is
 * kept of it.
 */
export const databaseQueries = pgTable(
  'database_queries',
  {
    id: text().primaryKey(),
    databaseId: text('database_id')
      .notNull()
      .references(() => databases.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    query: text().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    isExecuting: boolean('is_executing').notNull().default(true),
    success: boolean().notNull().default(false),
    milliseconds: integer(),
    error: text(),
    results: jsonb().notNull().default([]),
  },
  (table) => [index('database_queries_own').on(table.databaseId, table.userId, table.startedAt)],
);

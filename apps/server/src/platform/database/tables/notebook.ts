import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from '../drizzle-pg.ts';
import { projects, users } from './access.ts';

/** Notebooks. The text itself is the live document of the same id. */
export const notebooks = pgTable(
  'notebooks',
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
  (table) => [index('notebooks_project').on(table.projectId)],
);

/** Notebooks in which blocks run or wait. What is here when a server starts was left behind by the one before. */
export const notebookRuns = pgTable('notebook_runs', {
  notebookId: text('notebook_id')
    .primaryKey()
    .references(() => notebooks.id, { onDelete: 'cascade' }),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  /** The blocks that run or wait, in order, with their code. */
  queue: jsonb().notNull().default([]),
});

/**
 * Outputs of code blocks that are too long for the document, in pieces; the document names them by `outputId`. A copy
 * of a notebook has them under its own id. `firstLine`: line ends before the piece.
 */
export const outputPieces = pgTable(
  'output_pieces',
  {
    notebookId: text('notebook_id').notNull(),
    outputId: text('output_id').notNull(),
    index: integer().notNull(),
    firstLine: integer('first_line').notNull(),
    text: text().notNull(),
    keptAt: timestamp('kept_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.notebookId, table.outputId, table.index] })],
);

/** When people last read the threads of a notebook. Whoever reads is told of it alone. */
export const threadReads = pgTable(
  'thread_reads',
  {
    notebookId: text('notebook_id')
      .notNull()
      .references(() => notebooks.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    threadId: text('thread_id').notNull(),
    readAt: timestamp('read_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.notebookId, table.userId, table.threadId] })],
);

import { bigint, index, integer, jsonb, pgTable, text, timestamp } from '../drizzle-pg.ts';
import { projects, users } from './access.ts';

/** What the files of a project take up, as they were counted last and with what the server has added since. */
export const fileUsage = pgTable('file_usage', {
  projectId: text('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** Files and trash together. */
  bytes: bigint({ mode: 'number' }).notNull(),
  trashBytes: bigint('trash_bytes', { mode: 'number' }).notNull(),
  files: integer().notNull(),
  /** Grows with each addition, so that a count that began before one is not taken for the truth after it. */
  changes: bigint({ mode: 'number' }).notNull().default(0),
  countedAt: timestamp('counted_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Room that is kept for what is on its way: uploads, copies, what is being unpacked. */
export const fileReservations = pgTable(
  'file_reservations',
  {
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    bytes: bigint({ mode: 'number' }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('file_reservations_project').on(table.projectId)],
);

/** Files and folders that someone chose for a download as one zip. */
export const fileSelections = pgTable('file_selections', {
  id: text().primaryKey(),
  projectId: text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  paths: jsonb().$type<string[]>().notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});

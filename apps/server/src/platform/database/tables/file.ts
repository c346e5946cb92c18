import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from '../drizzle-pg.ts';
import { projects, users } from './access.ts';

/**
 * Text files that have been opened for editing. The text itself is the live document of the same id; here stands how it
 * relates to the file on disk. A file keeps its id when it is renamed.
 */
export const editedFiles = pgTable(
  'edited_files',
  {
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    /** SHA-256 of the file when document and file were last the same. */
    baseHash: text('base_hash').notNull(),
    /** SHA-256 of what is being written to the file, noted before: after a kill it may stand there already. */
    writingHash: text('writing_hash'),
    /** The file was not there when last looked for. */
    isGone: boolean('is_gone').notNull().default(false),
    /** Number of the newest edit of the document that the file holds. */
    writtenHead: bigint('written_head', { mode: 'number' }).notNull().default(0),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('edited_files_path').on(table.projectId, table.path)],
);

/** Locks that programs have taken of files by network drives. */
export const fileLocks = pgTable(
  'file_locks',
  {
    token: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    /** Holds for all that is below, too. */
    isDeep: boolean('is_deep').notNull(),
    isExclusive: boolean('is_exclusive').notNull(),
    /** Who has it, as XML in the words of their program. */
    owner: text().notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** How long it lasts since it was taken or prolonged. */
    seconds: integer().notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('file_locks_project').on(table.projectId)],
);

import { pgTable, text, timestamp } from '../drizzle-pg.ts';
import { projects } from './access.ts';

/** The machine of a project: what was asked for. What it does now is known to the process that runs it. */
export const machines = pgTable('machines', {
  projectId: text('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  profile: text().notNull(),
  status: text().notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }),
});

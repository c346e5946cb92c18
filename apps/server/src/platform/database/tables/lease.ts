import { bigint, jsonb, pgTable, text, timestamp } from '../drizzle-pg.ts';

/**
 * Who runs a service of which there may be one: the lock itself is PostgreSQL's, this says whose it is and counts the
 * holders.
 */
export const serviceLeases = pgTable('service_leases', {
  service: text().primaryKey(),
  /** Grows with each holder: what is written under a lease carries it. */
  epoch: bigint({ mode: 'number' }).notNull(),
  holder: jsonb().$type<{ pid: number; host: string; dataFolder: string }>().notNull(),
  takenAt: timestamp('taken_at', { withTimezone: true }).notNull().defaultNow(),
});

import { sql, type SQL } from './drizzle.ts';

/**
 * The clock of the records is PostgreSQL's: columns get their first moment by it, and processes on several computers
 * share it. A moment that is compared with another one of the records is written and asked for by these.
 */
export const recordsNow: SQL<Date> = sql<Date>`now()`;

/** The moment so many milliseconds from now; a negative number is one that has passed. */
export function recordsNowPlus(milliseconds: number): SQL<Date> {
  return sql<Date>`now() + make_interval(secs => ${milliseconds / 1_000})`;
}

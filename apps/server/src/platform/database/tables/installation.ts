import { pgTable, text } from '../drizzle-pg.ts';

/** One row: which installation these records are of. The data folder says the same. */
export const installations = pgTable('installations', {
  id: text().primaryKey(),
});

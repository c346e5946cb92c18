import { pgTable, text } from '../drizzle-pg.ts';
import { projects } from './access.ts';
import { bytes } from './document.ts';

/** What the cards of projects show: a small picture of the map that was edited last. */
export const projectPictures = pgTable('project_pictures', {
  projectId: text('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** Another one for each picture, for caches. */
  version: text().notNull(),
  /** WebP. */
  picture: bytes().notNull(),
});

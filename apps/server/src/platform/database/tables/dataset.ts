import type { CompositeRecipe } from '@groma/model';
import { index, jsonb, pgTable, primaryKey, text, timestamp, unique } from '../drizzle-pg.ts';
import { projects, users } from './access.ts';

/** STAC services, static catalogues and STAC folders that people have added to a project. */
export const sceneSources = pgTable(
  'scene_sources',
  {
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** An address of the web, or a path below /data. */
    address: text().notNull(),
    /** What signs the addresses of its files; null where they are read as they are. */
    signingAddress: text('signing_address'),
    /** Who added it; null once they have no account. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('scene_sources_project').on(table.projectId),
    unique('scene_sources_once').on(table.projectId, table.address),
  ],
);

/** Composites that raster layers are drawn of, by what they are made of: the same twice is one. */
export const composites = pgTable(
  'composites',
  {
    id: text().notNull(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    recipe: jsonb().$type<CompositeRecipe>().notNull(),
    grid: jsonb()
      .$type<{ system: string; west: number; north: number; pixel: number; width: number; height: number }>()
      .notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.id] })],
);

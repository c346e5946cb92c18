import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from '../drizzle-pg.ts';
import type { OriginKind } from '@groma/model';
import { projects, users } from './access.ts';
import { layers } from './map.ts';

/** How a layer or a file of a project was made: what it takes to make it again. */
export const origins = pgTable(
  'origins',
  {
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** The layer; null for a file. */
    layerId: text('layer_id').references(() => layers.id, { onDelete: 'cascade' }),
    /** Path of the file; null for a layer. */
    path: text(),
    /** Of a file, the number of its content when it was made: another one says that somebody has written it since. */
    content: bigint({ mode: 'number' }),
    kind: text().$type<OriginKind>().notNull(),
    /**
     * What made it: the id of a tool (of the toolbox or of people), a format, the id of a notebook or of a database.
     */
    doer: text().notNull(),
    /** Its version: that of the product, or of a cell or a tool of people a number made of its code. */
    version: text().notNull(),
    parameters: jsonb().$type<Record<string, unknown>>().notNull(),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    operationId: text('operation_id'),
    /** Of a tool of people: the name under which it has given this. */
    output: text(),
    /** The block of a notebook whose code made it, or asked for it. */
    notebookId: text('notebook_id'),
    blockId: text('block_id'),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('origins_layer').on(table.layerId),
    uniqueIndex('origins_file').on(table.projectId, table.path),
    index('origins_notebook').on(table.notebookId),
  ],
);

/** What was taken to make a thing, each with the version it had. It may be gone by now. */
export const originInputs = pgTable(
  'origin_inputs',
  {
    originId: text('origin_id')
      .notNull()
      .references(() => origins.id, { onDelete: 'cascade' }),
    /** Name of the tool's input, or as a statement names it. */
    input: text().notNull(),
    /** Of a layer. */
    sourceMapId: text('source_map_id'),
    sourceLayerId: text('source_layer_id'),
    /** Path of a file of the project. */
    sourcePath: text('source_path'),
    /** Reference by ids of a table or result that a tool took. */
    sourceReference: text('source_reference'),
    /** Name of the layer, file or table at that time, or the query that gave the result. */
    sourceName: text('source_name').notNull(),
    /**
     * Number of the newest edit that was taken in; of a file, a number made of its content; 0 of a table or result that
     * a tool took; null for a table that a statement read.
     */
    version: bigint({ mode: 'number' }),
    /** The features that were taken; null for all. */
    features: integer().array(),
  },
  (table) => [
    primaryKey({ columns: [table.originId, table.input] }),
    index('origin_inputs_layer').on(table.sourceLayerId),
    index('origin_inputs_path').on(table.sourcePath),
  ],
);

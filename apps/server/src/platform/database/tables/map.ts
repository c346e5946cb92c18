import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from '../drizzle-pg.ts';
import type { ChartConfig } from '@groma/model';
import type { OriginInput } from '../../origin/origin.ts';
import { projects, users } from './access.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const maps = pgTable(
  'maps',
  {
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    baseMap: text('base_map').notNull().default('dataviz'),
    /**
     * Whether a layer is edited by one person at a time, or by several who each hold their features: `layer`,
     * `feature`.
     */
    locking: text('locking').notNull().default('layer'),
    viewState: jsonb('view_state')
      .$type<{ longitude: number; latitude: number; zoom: number; pitch: number; bearing: number }>()
      .notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('maps_project').on(table.projectId)],
);

/** Nodes of a map's layer tree: groups and layers. A layer's features are its snapshot and the edits after it. */
export const layers = pgTable(
  'layers',
  {
    id: text().primaryKey(),
    mapId: text('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    type: text().$type<'Group' | 'Layer'>().notNull(),
    /** What a layer is made of; of a group it says nothing. */
    kind: text().$type<'vector' | 'raster' | 'jpg' | 'solid'>().notNull().default('vector'),
    /** Id of the parent group, or '0' for the root. */
    parentId: text('parent_id').notNull(),
    level: integer().notNull(),
    order: integer('sort_order').notNull(),
    isVisible: boolean('is_visible').notNull().default(true),
    style: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Path of the file the layer was imported from, and what was noted then; of a raster, its `url`. */
    source: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Folder of the snapshot in the blob store, and its manifest. Null for a group and for an empty drawing. */
    snapshotKey: text('snapshot_key'),
    manifest: jsonb().$type<Record<string, unknown>>(),
    /** Number of the newest edit that the snapshot already holds. */
    snapshotSeq: integer('snapshot_seq').notNull().default(0),
    /**
     * Number of the newest edit of all, 0 before the first: whoever appends names the one known, so that none is passed
     * over.
     */
    newestSeq: bigint('newest_seq', { mode: 'number' }).notNull().default(0),
    /** Since when it is deleted, and by whom; it can be restored for some time. */
    deletedAt: moment('deleted_at'),
    deletedBy: text('deleted_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('layers_map').on(table.mapId)],
);

/** Edit log of vector layers: what was done, and what undoes it. */
export const layerEdits = pgTable(
  'layer_edits',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    layerId: text('layer_id')
      .notNull()
      .references(() => layers.id, { onDelete: 'cascade' }),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    operation: jsonb().$type<Record<string, unknown>>().notNull(),
    inverse: jsonb().$type<Record<string, unknown>>().notNull(),
    madeAt: moment('made_at').notNull().defaultNow(),
  },
  (table) => [index('layer_edits_layer').on(table.layerId, table.seq)],
);

/**
 * Changes of layers that were posted with a key, and the edits they became: the same key posted again is answered from
 * here and applied no second time. Kept as long as the layer and its log.
 */
export const layerEditKeys = pgTable(
  'layer_edit_keys',
  {
    layerId: text('layer_id')
      .notNull()
      .references(() => layers.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    seqs: bigint({ mode: 'number' }).array().notNull(),
    /** Of an undo: something stayed because someone had changed it since. */
    isLess: boolean('is_less').notNull().default(false),
    madeAt: moment('made_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.layerId, table.key] })],
);

/** Charts of vector layers, as they are drawn: what comes out is worked out from the features (VEC-033). */
export const charts = pgTable(
  'charts',
  {
    id: text().primaryKey(),
    mapId: text('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    layerId: text('layer_id')
      .notNull()
      .references(() => layers.id, { onDelete: 'cascade' }),
    creatorId: text('creator_id').references(() => users.id, { onDelete: 'set null' }),
    config: jsonb().$type<Omit<ChartConfig, 'id'>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('charts_map').on(table.mapId), index('charts_layer').on(table.layerId)],
);

/**
 * What happened to a layer besides edits of its features: how it came, its names and styles. With the edit log it is
 * the history.
 */
export const layerEvents = pgTable(
  'layer_events',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    layerId: text('layer_id')
      .notNull()
      .references(() => layers.id, { onDelete: 'cascade' }),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text().$type<'imported' | 'created' | 'renamed' | 'style' | 'restored' | 'deleted' | 'recovered'>().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
    madeAt: moment('made_at').notNull().defaultNow(),
  },
  (table) => [index('layer_events_layer').on(table.layerId, table.madeAt)],
);

/**
 * What a step of a workflow has made, kept for the next run: rows as a snapshot in the blob store. `key` is made of the
 * tool, its version, its parameters and the versions of what it took; `sources` are the data it was made of, all of
 * which whoever is given it must be able to read.
 */
export const keptResults = pgTable(
  'kept_results',
  {
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    name: text().notNull(),
    snapshotKey: text('snapshot_key').notNull(),
    manifest: jsonb().$type<Record<string, unknown>>().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sources: jsonb().$type<OriginInput[]>().notNull(),
    skipped: jsonb().$type<{ reason: string; count: number }[]>().notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('kept_results_key').on(table.projectId, table.key),
    index('kept_results_used').on(table.usedAt),
  ],
);

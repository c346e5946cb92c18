import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from '../drizzle-pg.ts';
import type { AppSetting, CellComparison, TemplateAccess, TemplateCategory, TemplateType } from '@groma/model';
import { projects, tenants, users } from './access.ts';
import { bytes } from './document.ts';
import { maps } from './map.ts';
import { notebooks } from './notebook.ts';
import { workflows } from './workflow.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Publications: one for each thing that is published, with what its readers see of it now. */
export const templates = pgTable(
  'templates',
  {
    id: text().primaryKey(),
    type: text().$type<TemplateType>().notNull(),
    /** Project it is published from, and what in it: a map, notebook or workflow, or the project itself. */
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    sourceId: text('source_id').notNull(),
    /** The same by what it is: the publication goes with it. All are null of a whole project. */
    mapId: text('map_id').references(() => maps.id, { onDelete: 'cascade' }),
    notebookId: text('notebook_id').references(() => notebooks.id, { onDelete: 'cascade' }),
    workflowId: text('workflow_id').references(() => workflows.id, { onDelete: 'cascade' }),
    tenantId: text('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text().notNull(),
    access: text().$type<TemplateAccess>().notNull(),
    /** As an argon2id hash. */
    password: text(),
    tags: jsonb().$type<string[]>().notNull(),
    categories: jsonb().$type<TemplateCategory[]>().notNull(),
    /** The newest of its versions. */
    version: text().notNull(),
    /** A path of this server, or an address that its author gave. */
    thumbnailUrl: text('thumbnail_url'),
    /** Origins whose pages may frame it. */
    embedOrigins: jsonb('embed_origins').$type<string[]>().notNull().default([]),
    /** How many projects were made of it. */
    uses: integer().notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('templates_source').on(table.sourceId),
    index('templates_project').on(table.projectId),
    index('templates_map').on(table.mapId),
    index('templates_notebook').on(table.notebookId),
    index('templates_workflow').on(table.workflowId),
    index('templates_tenant').on(table.tenantId),
    index('templates_found').on(table.access, table.updatedAt),
  ],
);

/** Versions of publications. What each holds is a project of its own, which nothing changes. */
export const templateVersions = pgTable(
  'template_versions',
  {
    id: text().primaryKey(),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    changelog: text().notNull(),
    /** The frozen project, and in it the copy of the map, notebook or workflow; null of a whole project. */
    frozenProjectId: text('frozen_project_id').notNull(),
    contentId: text('content_id'),
    /** How readers may run it; null for not at all. */
    app: jsonb().$type<AppSetting>(),
    publishedBy: text('published_by').references(() => users.id, { onDelete: 'set null' }),
    publishedAt: moment('published_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('template_versions_version').on(table.templateId, table.version),
    index('template_versions_frozen').on(table.frozenProjectId),
  ],
);

/**
 * Publications of the sample that the server has made itself, by the code and data they were made from. The hub does
 * not list them. Whoever has put the row makes it, and nobody else while the claim is fresh.
 */
export const samplePublications = pgTable('sample_publications', {
  revision: text().primaryKey(),
  claimedAt: moment('claimed_at').notNull().defaultNow(),
  /** The project it is published from, and the publication, once it was begun. */
  projectId: text('project_id'),
  templateId: text('template_id'),
});

/** Which publication a project was made of. The publication may be gone: its title and version stay. */
export const templateUses = pgTable(
  'template_uses',
  {
    projectId: text('project_id')
      .primaryKey()
      .references(() => projects.id, { onDelete: 'cascade' }),
    templateId: text('template_id').notNull(),
    title: text().notNull(),
    version: text().notNull(),
    usedAt: moment('used_at').notNull().defaultNow(),
  },
  (table) => [index('template_uses_template').on(table.templateId)],
);

/** Pictures that were uploaded for publications; one that no publication names is swept after a day. */
export const thumbnails = pgTable(
  'thumbnails',
  {
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Key in the blob store. */
    blobKey: text('blob_key').notNull(),
    type: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('thumbnails_project').on(table.projectId)],
);

/** What became of the newest run of a version from its frozen inputs, beside what was published. */
export const templateReproductions = pgTable('template_reproductions', {
  versionId: text('version_id')
    .primaryKey()
    .references(() => templateVersions.id, { onDelete: 'cascade' }),
  ranAt: moment('ran_at').notNull().defaultNow(),
  /** How many blocks there are, and how many of them did not come out as they were published. */
  cells: integer().notNull(),
  different: integer().notNull(),
  comparisons: jsonb().$type<CellComparison[]>().notNull(),
});

/** New pictures of such a run that differ from those that were published. */
export const templateReproductionPictures = pgTable(
  'template_reproduction_pictures',
  {
    versionId: text('version_id')
      .notNull()
      .references(() => templateReproductions.versionId, { onDelete: 'cascade' }),
    codeId: text('code_id').notNull(),
    index: integer().notNull(),
    type: text().notNull(),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.codeId, table.index] })],
);

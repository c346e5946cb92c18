import { desc, eq } from '../../../platform/database/drizzle.ts';
import type { OwnTemplateReply } from '@groma/protocol';
import type { Database } from '../../../platform/database/database.ts';
import { templateReproductions, templates, templateVersions, users } from '../../../platform/database/tables/index.ts';
import { presentTemplate } from '../hub/present-template.ts';
import { presentSummary, summaryColumns } from '../reproduce/reproduction-records.ts';
import type { PublishedThing } from './selection/select-needed.ts';

export type TemplateRow = typeof templates.$inferSelect;

type Query = Pick<Database['query'], 'select'>;

/** The publication of a thing; undefined where there is none. */
export async function findOwnTemplate(
  query: Query,
  { type, projectId, sourceId }: PublishedThing,
): Promise<TemplateRow | undefined> {
  const [row] = await query.select().from(templates).where(eq(templates.sourceId, sourceId));
  return row?.type === type && row.projectId === projectId ? row : undefined;
}

/** The publication of a thing as those who may change it see it: of its password only that there is one (PUB-049). */
export async function readOwnTemplate(query: Query, thing: PublishedThing): Promise<OwnTemplateReply | null> {
  const row = await findOwnTemplate(query, thing);
  if (!row) return null;
  const [author] =
    row.authorId === null
      ? []
      : await query
          .select({ username: users.username, name: users.name })
          .from(users)
          .where(eq(users.id, row.authorId));
  const versions = await query
    .select({ version: templateVersions, publisher: users.name, reproduction: summaryColumns })
    .from(templateVersions)
    .leftJoin(templateReproductions, eq(templateReproductions.versionId, templateVersions.id))
    .leftJoin(users, eq(users.id, templateVersions.publishedBy))
    .where(eq(templateVersions.templateId, row.id))
    .orderBy(desc(templateVersions.publishedAt));
  return {
    ...presentTemplate({ template: row, author: author ?? null }),
    has_password: row.password !== null,
    embed_origins: row.embedOrigins,
    versions: versions.map(({ version, publisher, reproduction }) => ({
      version: version.version,
      changelog: version.changelog,
      published_at: version.publishedAt.toISOString(),
      published_by: publisher,
      reproduced: presentSummary(reproduction),
      app: version.app,
    })),
  };
}

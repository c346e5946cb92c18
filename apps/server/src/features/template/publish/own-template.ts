import { desc, eq } from 'drizzle-orm';
import { templateWords, type ProjectId, type TemplateType } from '@groma/model';
import type { OwnTemplateReply } from '@groma/protocol';
import type { Database } from '../../../platform/database/database.ts';
import { templates, templateVersions, users } from '../../../platform/database/tables/index.ts';
import type { PublishedThing } from './selection/select-needed.ts';

export type TemplateRow = typeof templates.$inferSelect;

type Query = Pick<Database['query'], 'select'>;

/** Path of the page of a publication, without the language in front (PUB-002, PUB-003). */
export function templatePath({ id, type }: { id: string; type: TemplateType }): string {
  return `/hub/${templateWords[type]}s/${id}`;
}

/** The publication of a thing; undefined where there is none. */
export async function findOwnTemplate(
  query: Query,
  { type, projectId, sourceId }: PublishedThing,
): Promise<TemplateRow | undefined> {
  const [row] = await query.select().from(templates).where(eq(templates.sourceId, sourceId));
  return row?.type === type && row.projectId === projectId ? row : undefined;
}

/** The publication of a thing as those who may change it see it: of its password only that there is one (PUB-049). */
export async function readOwnTemplate(
  query: Query,
  thing: PublishedThing & { projectId: ProjectId },
): Promise<OwnTemplateReply | null> {
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
    .select({ version: templateVersions, publisher: users.name })
    .from(templateVersions)
    .leftJoin(users, eq(users.id, templateVersions.publishedBy))
    .where(eq(templateVersions.templateId, row.id))
    .orderBy(desc(templateVersions.publishedAt));
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    description: row.description,
    is_public: row.access === 'public',
    access: row.access,
    has_password: row.password !== null,
    tags: row.tags,
    version: row.version,
    thumbnail_url: row.thumbnailUrl,
    categories: row.categories,
    author: author ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    path: templatePath(row),
    uses: row.uses,
    embed_origins: row.embedOrigins,
    versions: versions.map(({ version, publisher }) => ({
      version: version.version,
      changelog: version.changelog,
      published_at: version.publishedAt.toISOString(),
      published_by: publisher,
    })),
  };
}

import { newId, type AppSetting, type TemplateAccess, type TemplateCategory, type TemplateType } from '@groma/model';
import { maps, notebooks, projects, templates, templateVersions } from '../src/platform/database/tables/index.ts';
import type { Person, TestServer } from './test-server.ts';
import { tenantOf } from './test-tenant.ts';

/** What a publication of a test says about itself; the rest has a value of its own. */
export interface TestPublication {
  type?: TemplateType;
  title?: string;
  description?: string;
  access?: TemplateAccess;
  /** As a hash. */
  password?: string | null;
  tags?: string[];
  categories?: TemplateCategory[];
  thumbnailUrl?: string | null;
  embedOrigins?: string[];
  uses?: number;
  updatedAt?: Date;
  versions?: { version: string; changelog?: string; publishedAt?: Date; app?: AppSetting }[];
  /** Name of its map; a notebook has this name too. */
  name?: string;
}

/**
 * Rows of a publication as publishing leaves them: for each version a frozen project with one map and one notebook, of
 * which the document of the notebook is `fill`ed.
 */
export async function insertPublication(
  server: TestServer,
  author: Person,
  says: TestPublication = {},
  fill?: (id: string) => Promise<void>,
): Promise<{ id: string; projectId: string; frozenId: string; mapId: string; notebookId: string }> {
  const { query } = server.platform.database;
  const { type = 'MAP', title = 'Rivers', name = title, versions = [{ version: '1.0.0' }] } = says;
  const [id, tenantId, projectId] = [newId(), await tenantOf(author), newId()];
  const newest = versions.at(-1)!.version;
  await query.insert(projects).values({ id: projectId, name, creatorId: author.id, tenantId });
  await query.insert(templates).values({
    id,
    type,
    projectId,
    sourceId: newId(),
    tenantId,
    authorId: author.id,
    title,
    description: says.description ?? '',
    access: says.access ?? 'public',
    password: says.password ?? null,
    tags: says.tags ?? [],
    categories: says.categories ?? ['Marine'],
    version: newest,
    thumbnailUrl: says.thumbnailUrl ?? null,
    embedOrigins: says.embedOrigins ?? [],
    uses: says.uses ?? 0,
    updatedAt: says.updatedAt ?? new Date(),
  });
  const made = { id, projectId, frozenId: '', mapId: '', notebookId: '' };
  for (const { version, changelog = '', publishedAt = new Date(), app = null } of versions) {
    Object.assign(made, { frozenId: newId(), mapId: newId(), notebookId: newId() });
    const { frozenId, mapId, notebookId } = made;
    await query.insert(projects).values({ id: frozenId, name, creatorId: author.id, tenantId, publishedAs: id });
    await query.insert(maps).values({
      id: mapId,
      projectId: frozenId,
      name,
      viewState: { longitude: 0, latitude: 0, zoom: 2, pitch: 0, bearing: 0 },
    });
    await query.insert(notebooks).values({ id: notebookId, projectId: frozenId, name, creatorId: author.id });
    await (fill ?? ((document: string) => server.realtime.documents.create(document, () => undefined)))(notebookId);
    await query.insert(templateVersions).values({
      id: newId(),
      templateId: id,
      version,
      changelog,
      frozenProjectId: frozenId,
      contentId: type === 'MAP' ? mapId : type === 'NOTEBOOK' ? notebookId : null,
      publishedBy: author.id,
      publishedAt,
      app,
    });
  }
  return made;
}

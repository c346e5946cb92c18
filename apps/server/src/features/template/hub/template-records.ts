import { and, asc, desc, eq, exists, notExists, or, sql, type SQL } from '../../../platform/database/drizzle.ts';
import { alias } from '../../../platform/database/drizzle-pg.ts';
import type { TemplateAccess, TemplateCategory, TemplateType, UserId } from '@groma/model';
import type { hub } from '@groma/protocol';
import { nobody } from '../../../platform/access/visitor.ts';
import type { Database } from '../../../platform/database/database.ts';
import { storableText } from '../../../platform/database/storable.ts';
import {
  maps,
  notebooks,
  projectShares,
  samplePublications,
  templateReproductions,
  templateUses,
  templateVersions,
  templates,
  tenantMembers,
  tenants,
  users,
  workflows,
} from '../../../platform/database/tables/index.ts';
import { BoundedWork } from '../../../platform/jobs/bounded-work.ts';
import { summaryColumns } from '../reproduce/reproduction-records.ts';

/** What is asked of the list; everything that is left out says nothing. */
export interface HubSearch {
  q: string;
  type?: TemplateType | undefined;
  category?: TemplateCategory | undefined;
  tag?: string | undefined;
  access?: TemplateAccess | undefined;
  author?: string | undefined;
  sort: (typeof hub.hubSorts)[number];
  page: number;
}

/** Publications on one page of the list. */
export const hubPageSize = 24;

/** Words of a search that are looked for; what comes after them is not. */
const mostWords = 5;

/** Each search reads all publications: those of nobody, who may be many, take turns. */
const turns = { atOnce: 4, waiting: 60 };

const author = alias(users, 'author');

/** A publication with who made it, and where a person stands towards it. */
export type FoundTemplate = NonNullable<Awaited<ReturnType<TemplateRecords['find']>>>;

/** Publications as the records have them. Who may read them is decided by who asks here. */
export class TemplateRecords {
  readonly #query: Database['query'];
  readonly #turns = new BoundedWork(turns);

  constructor({ query }: Database) {
    this.#query = query;
  }

  /** One that has a version, whoever may read it; undefined where there is none. */
  async find(templateId: string, userId: UserId) {
    const [row] = await this.#rows(userId)
      .where(and(eq(templates.id, templateId), this.#hasVersion()))
      .limit(1);
    return row;
  }

  /** How the author lets readers run a version; null where they may not, or there is no such version. */
  async appSetting(templateId: string, version: string) {
    const [row] = await this.#query
      .select({ app: templateVersions.app })
      .from(templateVersions)
      .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.version, version)));
    return row?.app ?? null;
  }

  /** The ids of public ones with the moment of their last change, newest first, for those who list all pages. */
  publicOnes(limit: number) {
    return this.#query
      .select({ id: templates.id, type: templates.type, updatedAt: templates.updatedAt })
      .from(templates)
      .where(and(eq(templates.access, 'public'), this.#isListed()))
      .orderBy(desc(templates.updatedAt), templates.id)
      .limit(limit);
  }

  /**
   * A page of what someone finds in the hub, and how many there are in all.
   * @throws GromaError BUSY where too many search without a session; the signal's reason.
   */
  list(
    search: HubSearch,
    userId: UserId,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ rows: FoundTemplate[]; total: number }> {
    const find = () => this.#list(search, userId);
    return userId === nobody ? this.#turns.run(signal, find) : find();
  }

  async #list(search: HubSearch, userId: UserId): Promise<{ rows: FoundTemplate[]; total: number }> {
    const where = and(
      this.#isFoundBy(userId),
      search.author ? this.#hasVersion() : this.#isListed(),
      ...conditionsOf(search),
    );
    const [rows, [counted]] = await Promise.all([
      this.#rows(userId)
        .where(where)
        .orderBy(...orderOf(search.sort))
        .limit(hubPageSize)
        .offset((search.page - 1) * hubPageSize),
      this.#query
        .select({ total: sql<number>`count(*)::int` })
        .from(templates)
        .innerJoin(tenants, eq(tenants.id, templates.tenantId))
        .leftJoin(author, eq(author.id, templates.authorId))
        .where(where),
    ]);
    return { rows, total: counted?.total ?? 0 };
  }

  /** Versions of a publication, newest first. */
  async versions(templateId: string) {
    const rows = await this.#query
      .select({
        version: templateVersions.version,
        changelog: templateVersions.changelog,
        publishedAt: templateVersions.publishedAt,
        publisher: users.name,
        id: templateVersions.id,
        reproduction: summaryColumns,
        frozenProjectId: templateVersions.frozenProjectId,
        contentId: templateVersions.contentId,
        app: templateVersions.app,
      })
      .from(templateVersions)
      .leftJoin(templateReproductions, eq(templateReproductions.versionId, templateVersions.id))
      .leftJoin(users, eq(users.id, templateVersions.publishedBy))
      .where(eq(templateVersions.templateId, templateId));
    return rows.toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
  }

  /** What is in a frozen project, by name. */
  async content(frozenProjectId: string) {
    const [foundMaps, foundNotebooks, foundWorkflows] = await Promise.all([
      this.#query
        .select({ id: maps.id, name: maps.name })
        .from(maps)
        .where(eq(maps.projectId, frozenProjectId))
        .orderBy(asc(maps.name), maps.id),
      this.#query
        .select({ id: notebooks.id, name: notebooks.name })
        .from(notebooks)
        .where(eq(notebooks.projectId, frozenProjectId))
        .orderBy(asc(notebooks.name), notebooks.id),
      this.#query
        .select({ id: workflows.id, name: workflows.name })
        .from(workflows)
        .where(eq(workflows.projectId, frozenProjectId))
        .orderBy(asc(workflows.name), workflows.id),
    ]);
    return { maps: foundMaps, notebooks: foundNotebooks, workflows: foundWorkflows };
  }

  /** What the project of a publication was made of, where it was made of another publication. */
  async source(projectId: string) {
    const [row] = await this.#query.select().from(templateUses).where(eq(templateUses.projectId, projectId));
    return row;
  }

  /** Name of who has a username, where they have published something that anyone finds. */
  async publicAuthor(username: string): Promise<{ username: string; name: string } | undefined> {
    const [row] = await this.#query
      .select({ username: users.username, name: users.name })
      .from(users)
      .where(
        and(
          eq(users.username, storableText(username)),
          exists(
            this.#query
              .select({ one: sql`1` })
              .from(templates)
              .where(and(eq(templates.authorId, users.id), eq(templates.access, 'public'), this.#hasVersion())),
          ),
        ),
      );
    return row;
  }

  #rows(userId: UserId) {
    return this.#query
      .select({
        template: templates,
        author: { username: author.username, name: author.name },
        isOwn: sql<boolean>`${this.#isOwn(userId)} is true`,
        isInTeam: sql<boolean>`${this.#isInTeam(userId)} is true`,
      })
      .from(templates)
      .innerJoin(tenants, eq(tenants.id, templates.tenantId))
      .leftJoin(author, eq(author.id, templates.authorId));
  }

  #isInTeam(userId: UserId): SQL {
    return or(
      eq(tenants.ownerId, userId),
      exists(
        this.#query
          .select({ one: sql`1` })
          .from(tenantMembers)
          .where(and(eq(tenantMembers.tenantId, tenants.id), eq(tenantMembers.userId, userId))),
      ),
    )!;
  }

  /** Public ones, those for a team that someone is in, and what they have published themselves behind a password. */
  #isFoundBy(userId: UserId): SQL {
    const isPublic = eq(templates.access, 'public');
    if (userId === '') return isPublic;
    return or(isPublic, and(eq(templates.access, 'restricted'), this.#isInTeam(userId)), this.#isOwn(userId))!;
  }

  /** Of an organisation's owner, and of its author as long as they are in the organisation or share its source. */
  #isOwn(userId: UserId): SQL {
    const isShared = exists(
      this.#query
        .select({ one: sql`1` })
        .from(projectShares)
        .where(and(eq(projectShares.projectId, templates.projectId), eq(projectShares.userId, userId))),
    );
    return or(eq(tenants.ownerId, userId), and(eq(templates.authorId, userId), or(this.#isInTeam(userId), isShared)))!;
  }

  /** All but the sample of the server, which has an address of its own; its author's page has it. */
  #isListed(): SQL {
    const isSample = this.#query
      .select({ one: sql`1` })
      .from(samplePublications)
      .where(eq(samplePublications.templateId, templates.id));
    return and(this.#hasVersion(), notExists(isSample))!;
  }

  /** A publication is there from its first version on. */
  #hasVersion(): SQL {
    return exists(
      this.#query
        .select({ one: sql`1` })
        .from(templateVersions)
        .where(eq(templateVersions.templateId, templates.id)),
    );
  }
}

function conditionsOf({ q, type, category, tag, access, author: username }: HubSearch): (SQL | undefined)[] {
  const words = storableText(q).trim().split(/\s+/).filter(Boolean).slice(0, mostWords);
  return [
    type && eq(templates.type, type),
    access && eq(templates.access, access),
    category && sql`${templates.categories} @> ${JSON.stringify([category])}::jsonb`,
    tag && sql`${templates.tags} @> ${JSON.stringify([storableText(tag)])}::jsonb`,
    username && eq(author.username, storableText(username)),
    ...words.map((word) => {
      const part = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      return sql`concat_ws(chr(10), ${templates.title}, ${templates.description}, ${templates.tags}::text, ${author.name}, ${author.username}) ilike ${part}`;
    }),
  ].filter((each) => each !== undefined && each !== '') as SQL[];
}

function orderOf(sort: HubSearch['sort']): SQL[] {
  const newest = [desc(templates.updatedAt), asc(templates.id)];
  if (sort === 'title') return [asc(sql`lower(${templates.title})`), ...newest];
  return sort === 'uses' ? [desc(templates.uses), ...newest] : newest;
}

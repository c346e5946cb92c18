import { and, eq, inArray, isNotNull, isNull, lt, ne, notInArray, sql } from '../../platform/database/drizzle.ts';
import type { ProjectId } from '@groma/model';
import type { hub, ReplyOf } from '@groma/protocol';
import type { Database } from '../../platform/database/database.ts';
import { openStatuses } from '../../platform/operation/operation-records.ts';
import {
  maps,
  notebooks,
  operations,
  projects,
  samplePublications,
  templates,
  templateVersions,
  users,
} from '../../platform/database/tables/index.ts';
import { sampleMapName } from '../create-sample-project.ts';

type LiveSample = NonNullable<ReplyOf<typeof hub.readSample>['data']>;

/** A claim that nothing came of for so long is taken over: whoever had it was killed. */
const claimSeconds = 120;

/** What the records know of the live sample. */
export class SampleRecords {
  readonly #query: Database['query'];

  constructor({ query }: Database) {
    this.#query = query;
  }

  /** The sample of a revision, else another one that is still there; undefined where there is none. */
  async find(revision: string): Promise<LiveSample | undefined> {
    const [row] = await this.#query
      .select({
        template_id: templates.id,
        title: templates.title,
        project_id: templateVersions.frozenProjectId,
        map_id: maps.id,
        map_name: maps.name,
        notebook_id: notebooks.id,
      })
      .from(samplePublications)
      .innerJoin(templates, eq(templates.id, samplePublications.templateId))
      .innerJoin(templateVersions, eq(templateVersions.templateId, templates.id))
      .innerJoin(maps, and(eq(maps.projectId, templateVersions.frozenProjectId), eq(maps.name, sampleMapName)))
      .innerJoin(notebooks, eq(notebooks.projectId, templateVersions.frozenProjectId))
      .orderBy(sql`${samplePublications.revision} = ${revision} desc`, sql`${samplePublications.claimedAt} desc`)
      .limit(1);
    return row;
  }

  /** Whether the sample of a revision is published. */
  async has(revision: string): Promise<boolean> {
    const [row] = await this.#query
      .select({ id: templateVersions.id })
      .from(samplePublications)
      .innerJoin(templateVersions, eq(templateVersions.templateId, samplePublications.templateId))
      .where(eq(samplePublications.revision, revision));
    return row !== undefined;
  }

  /** Whether all that was begun in a project has ended. */
  async isSettled(projectId: ProjectId): Promise<boolean> {
    const [open] = await this.#query
      .select({ id: operations.id })
      .from(operations)
      .where(and(eq(operations.projectId, projectId), inArray(operations.status, openStatuses)))
      .limit(1);
    return open === undefined;
  }

  /** Takes on to make the sample of a revision; false where another process is at it. */
  async claim(revision: string): Promise<boolean> {
    const isStale = lt(samplePublications.claimedAt, sql`now() - make_interval(secs => ${claimSeconds})`);
    const claimed = await this.#query
      .insert(samplePublications)
      .values({ revision })
      .onConflictDoUpdate({
        target: samplePublications.revision,
        set: { claimedAt: sql`now()`, projectId: null, templateId: null },
        setWhere: isStale,
      })
      .returning({ revision: samplePublications.revision });
    return claimed.length > 0;
  }

  /** Keeps a claim for who is still at it. */
  async keepClaim(revision: string): Promise<void> {
    await this.#query
      .update(samplePublications)
      .set({ claimedAt: sql`now()` })
      .where(eq(samplePublications.revision, revision));
  }

  async note(revision: string, made: { projectId: string; templateId: string }): Promise<void> {
    await this.#query.update(samplePublications).set(made).where(eq(samplePublications.revision, revision));
  }

  async forget(revision: string): Promise<void> {
    await this.#query.delete(samplePublications).where(eq(samplePublications.revision, revision));
  }

  /** The projects that older samples, and attempts that were cut off, were published from; all where none is kept. */
  async leftProjects(username: string, revision: string | null): Promise<ProjectId[]> {
    const kept = this.#query
      .select({ id: sql<string>`${samplePublications.projectId}` })
      .from(samplePublications)
      .where(and(eq(samplePublications.revision, revision ?? ''), isNotNull(samplePublications.projectId)));
    const rows = await this.#query
      .select({ id: projects.id })
      .from(projects)
      .innerJoin(users, eq(users.id, projects.creatorId))
      .where(and(eq(users.username, username), isNull(projects.publishedAs), notInArray(projects.id, kept)));
    return rows.map(({ id }) => id as ProjectId);
  }

  /** Forgets the samples of other revisions. */
  async forgetOthers(revision: string | null): Promise<void> {
    await this.#query.delete(samplePublications).where(ne(samplePublications.revision, revision ?? ''));
  }
}

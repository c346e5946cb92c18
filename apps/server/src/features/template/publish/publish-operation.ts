import { and, eq } from '../../../platform/database/drizzle.ts';
import {
  byStarter,
  compareTemplateVersions,
  GromaError,
  newId,
  templateTypes,
  type NewIds,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { z } from 'zod';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import { templates, templateVersions } from '../../../platform/database/tables/index.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import { defineOperation, type OperationKind } from '../../../platform/operation/operation-kind.ts';
import type { Platform } from '../../../platform/platform.ts';
import { exposureOf } from './exposure/exposure.ts';
import { requireNothingRefused } from './exposure/require-nothing-refused.ts';
import type { CopyCheckpoint, PublishNeeds, Query } from './publish-needs.ts';
import { selectNeeded, type PublishedThing } from './selection/select-needed.ts';
import { tellReaders } from './tell-readers.ts';
import { templateFields, type TemplateFields } from './template-fields.ts';

const publishing = z.object({
  thing: z.object({
    type: z.enum(templateTypes),
    projectId: z.custom<ProjectId>(),
    sourceId: z.string(),
  }),
  tenantId: z.string(),
  templateId: z.string(),
  /** When the details were changed last before this was begun; null for the first version, which makes them. */
  since: z.string().nullable(),
  /** The frozen project. */
  copyId: z.custom<ProjectId>(),
  user: z.object({ id: z.custom<UserId>() }),
  fields: templateFields,
});
type Publishing = z.output<typeof publishing>;

export type PublishOperation = OperationKind<Publishing, void, CopyCheckpoint>;

/** Until it is whole, a version stands on the disk beside what is counted. */
const slots = new Semaphore(2);

/**
 * Freezes a version of what is published. Publication, version and frozen project appear in the transaction that ends
 * the operation; canceled or failed, it leaves nothing.
 */
export function definePublish(platform: Platform, needs: PublishNeeds): PublishOperation {
  return defineOperation({
    name: 'publish',
    policy: byStarter('publish', 'project'),
    input: publishing,
    run: (input, context) =>
      slots.run(context.signal, async () => {
        if (context.attempt > 1) await needs.clear(input.copyId);
        const needed = await selectNeeded(platform, input.thing);
        requireNothingRefused(
          await exposureOf(platform, needed, { thing: input.thing, authorId: input.user.id, signal: context.signal }),
        );
        await needs
          .make(
            {
              projectId: input.thing.projectId,
              copyId: input.copyId,
              user: input.user,
              name: input.fields.title.slice(0, 120),
              selection: needed.selection,
              frozen: { publishedAs: input.templateId, tenantId: input.tenantId },
              async end(transaction, ids) {
                await writeVersion(transaction, input, ids);
                await context.complete(transaction, undefined);
              },
            },
            context,
          )
          .catch((error: unknown) => {
            throw refusalOf(error, input.fields.version) ?? error;
          });
        await tellReaders(platform, input.templateId);
      }),
    clear: ({ copyId }) => needs.clear(copyId),
  });
}

async function writeVersion(
  query: Query,
  { thing, tenantId, templateId, since, copyId, user, fields }: Publishing,
  ids: NewIds,
): Promise<void> {
  const { changelog, app, ...details } = fields;
  if (since === null)
    await query.insert(templates).values({
      ...details,
      id: templateId,
      type: thing.type,
      projectId: thing.projectId,
      sourceId: thing.sourceId,
      ...sourceColumns(thing),
      tenantId,
      authorId: user.id,
    });
  else await renewTemplate(query, templateId, since, details);
  await query.insert(templateVersions).values({
    id: newId(),
    templateId,
    version: details.version,
    changelog,
    app,
    frozenProjectId: copyId,
    contentId: thing.type === 'SOLUTION' ? null : (ids.get(thing.sourceId) ?? null),
    publishedBy: user.id,
  });
}

/**
 * Has a publication tell of a new version. Details that somebody has changed while it was frozen stay: who closes a
 * publication must not have it opened again.
 * @throws GromaError NOT_FOUND where it was unpublished meanwhile, TEMPLATE_VERSION_TAKEN where a later version came
 * first.
 */
async function renewTemplate(
  query: Query,
  templateId: string,
  since: string,
  details: Omit<TemplateFields, 'changelog' | 'app'>,
): Promise<void> {
  const [known] = await query.select().from(templates).where(eq(templates.id, templateId)).for('update');
  if (!known) throw new GromaError('NOT_FOUND', { noun: 'publication' });
  if (compareTemplateVersions(details.version, known.version) <= 0)
    throw new GromaError('TEMPLATE_VERSION_TAKEN', { version: known.version });
  const isChanged = known.updatedAt.toISOString() !== since;
  await changeDetails(query, templateId, isChanged ? { ...known, version: details.version } : details);
}

/** The record that the publication goes with. */
function sourceColumns({ type, sourceId }: PublishedThing): {
  mapId?: string;
  notebookId?: string;
  workflowId?: string;
} {
  if (type === 'MAP') return { mapId: sourceId };
  if (type === 'NOTEBOOK') return { notebookId: sourceId };
  return type === 'WORKFLOW' ? { workflowId: sourceId } : {};
}

/** Changes what readers see of a publication; false where there is none any more. */
export async function changeDetails(
  query: Pick<Query, 'update'>,
  templateId: string,
  {
    title,
    description,
    access,
    password,
    tags,
    categories,
    version,
    thumbnailUrl,
    embedOrigins,
  }: Omit<TemplateFields, 'changelog' | 'app'>,
): Promise<boolean> {
  const changed = await query
    .update(templates)
    .set({
      title,
      description,
      access,
      password,
      tags,
      categories,
      version,
      thumbnailUrl,
      embedOrigins,
      updatedAt: recordsNow,
    })
    .where(eq(templates.id, templateId))
    .returning({ id: templates.id });
  return changed.length > 0;
}

/** Changes the text of what is new in a version that is there. */
export async function changeChangelog(
  query: Pick<Query, 'update'>,
  { templateId, version, changelog }: { templateId: string; version: string; changelog: string },
): Promise<void> {
  await query
    .update(templateVersions)
    .set({ changelog })
    .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.version, version)));
}

/** What two who publish at once are told: the records take one of them. */
function refusalOf(error: unknown, version: string): GromaError | undefined {
  const { code, constraint } = violationOf(error);
  if (code === '23505' && constraint === 'templates_source') return new GromaError('TEMPLATE_EXISTS');
  if (code === '23505' && constraint === 'template_versions_version')
    return new GromaError('TEMPLATE_VERSION_TAKEN', { version });
  // What is published was deleted meanwhile, or its publication.
  if (code === '23503' && constraint?.startsWith('template') === true)
    return new GromaError('NOT_FOUND', { noun: 'publication' });
  return undefined;
}

function violationOf(error: unknown): { code?: string; constraint?: string } {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === 'object' && cause !== null ? cause : {};
}

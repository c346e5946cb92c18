import { and, eq, sql } from '../../../platform/database/drizzle.ts';
import { compareTemplateVersions, GromaError, newId, templateProblems, type AppSetting } from '@groma/model';
import { countAttempt } from '../../../platform/access/attempts.ts';
import { findOpen } from '../../../platform/operation/operation-records.ts';
import { operations, templates, templateVersions, thumbnails } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';
import { exposureOf } from './exposure/exposure.ts';
import { requireNothingRefused } from './exposure/require-nothing-refused.ts';
import { findOwnTemplate, type TemplateRow } from './own-template.ts';
import { changeChangelog, changeDetails, type PublishOperation } from './publish-operation.ts';
import type { PublishNeeds } from './publish-needs.ts';
import { selectNeeded, type PublishedThing } from './selection/select-needed.ts';
import { tellReaders } from './tell-readers.ts';
import { readTemplateFields, thumbnailIdOf, type FilledIn, type TemplateFields } from './template-fields.ts';

export interface PublishParts {
  platform: Platform;
  needs: PublishNeeds;
  kind: PublishOperation;
}

/** What is to be published, by whom, as what. */
export interface Asked {
  thing: PublishedThing;
  tenantId: string;
  user: User;
  payload: FilledIn;
  signal: AbortSignal;
}

/** The publication, and the operation that makes its version; null where there is nothing to make. */
export interface Begun {
  data: { id: string; version: string };
  operation_id: string | null;
}

/** Versions that one person may begin to freeze. */
const publishLimit = { tries: 60, windowSeconds: 3_600 };

/**
 * Begins to publish something for the first time.
 * @throws GromaError BAD_INPUT, TEMPLATE_EXISTS, TEMPLATE_REFUSED, NO_PLAN, TOO_MANY_ATTEMPTS before anything is begun.
 */
export async function publishFirst(parts: PublishParts, asked: Asked): Promise<Begun> {
  const fields = await readTemplateFields(asked.payload);
  requireNotebook(asked.thing, fields);
  const { query } = parts.platform.database;
  if ((await findOwnTemplate(query, asked.thing)) || (await isBegun(parts.platform, asked.thing)))
    throw new GromaError('TEMPLATE_EXISTS');
  return begin(parts, asked, fields);
}

/**
 * Changes a publication: with its newest version the details alone, at once; with a later one, what is published is
 * frozen as it is now, and the details change when that is done.
 * @throws GromaError NOT_FOUND, TEMPLATE_VERSION_TAKEN, and as `publishFirst`.
 */
export async function publishAgain(parts: PublishParts, asked: Asked & { templateId: string }): Promise<Begun> {
  const { platform } = parts;
  const { query } = platform.database;
  const known = await findOwnTemplate(query, asked.thing);
  if (known?.id !== asked.templateId) throw new GromaError('NOT_FOUND', { noun: 'publication' });
  const fields = await readTemplateFields(asked.payload, { ...known, app: await appOf(query, known) });
  requireNotebook(asked.thing, fields);
  const order = compareTemplateVersions(fields.version, known.version);
  if (order < 0) throw new GromaError('TEMPLATE_VERSION_TAKEN', { version: known.version });
  if (order > 0) {
    if (await isBegun(platform, asked.thing))
      throw new GromaError('TEMPLATE_VERSION_TAKEN', { version: known.version });
    return begin(parts, asked, fields, known);
  }
  await requireThumbnail(platform, asked.thing, fields, known);
  const version = await query.transaction(async (transaction) => {
    // Another change may have come between: what is not changed here is as that one has left it.
    const [now] = await transaction.select().from(templates).where(eq(templates.id, known.id)).for('update');
    if (!now) throw new GromaError('NOT_FOUND', { noun: 'publication' });
    const kept = keptOf(asked.payload, fields, now);
    await changeDetails(transaction, known.id, { ...fields, ...kept, version: now.version });
    if (asked.payload.changelog !== undefined)
      await changeChangelog(transaction, {
        templateId: known.id,
        version: known.version,
        changelog: fields.changelog,
      });
    return now.version;
  });
  await tellReaders(platform, known.id);
  return { data: { id: known.id, version }, operation_id: null };
}

/** Maps and workflows have no blocks that readers could run. @throws GromaError BAD_INPUT */
function requireNotebook({ type }: PublishedThing, { app }: TemplateFields): void {
  if (app !== null && type !== 'NOTEBOOK')
    throw new GromaError('BAD_INPUT', { detail: 'app: only a notebook can be run by its readers.' });
}

/** How readers may run the newest version. */
async function appOf(
  query: Pick<Platform['database']['query'], 'select'>,
  { id, version }: TemplateRow,
): Promise<AppSetting | null> {
  const [row] = await query
    .select({ app: templateVersions.app })
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, id), eq(templateVersions.version, version)));
  return row?.app ?? null;
}

/** Of a publication what stays when nothing is said of it. @throws GromaError BAD_INPUT where no password is left. */
function keptOf(
  said: FilledIn,
  { access }: TemplateFields,
  now: TemplateRow,
): Partial<Pick<TemplateFields, 'password' | 'thumbnailUrl'>> {
  const isPasswordKept = access === 'password' && (said.password ?? '') === '';
  if (isPasswordKept && now.password === null)
    throw new GromaError('BAD_INPUT', { detail: templateProblems.passwordRequiredError });
  return {
    ...(isPasswordKept && { password: now.password }),
    ...(said.thumbnail_url === undefined && { thumbnailUrl: now.thumbnailUrl }),
  };
}

async function begin(
  { platform, needs, kind }: PublishParts,
  { thing, tenantId, user, signal }: Asked,
  fields: TemplateFields,
  known?: TemplateRow,
): Promise<Begun> {
  await requireThumbnail(platform, thing, fields, known);
  await countAttempt(platform.database, `publish:${user.id}`, publishLimit);
  const templateId = known?.id ?? newId();
  await needs.requirePlace(user, { publishedAs: templateId, tenantId });
  requireNothingRefused(
    await exposureOf(platform, await selectNeeded(platform, thing), { thing, authorId: user.id, signal }),
  );
  const operationId = await platform.operations.start(
    kind,
    {
      projectId: thing.projectId,
      userId: user.id,
      title: `Publish ${fields.title}`.slice(0, 255),
      subject: fields.title,
      subtitle: fields.version,
    },
    {
      thing,
      tenantId,
      templateId,
      since: known?.updatedAt.toISOString() ?? null,
      copyId: newId<'project'>(),
      user: { id: user.id },
      fields,
    },
  );
  return { data: { id: templateId, version: fields.version }, operation_id: operationId };
}

/** Whether a version of it is being frozen. */
async function isBegun({ database: { query } }: Platform, { sourceId }: PublishedThing): Promise<boolean> {
  const isOfThing = sql`${operations.input}->'thing'->>'sourceId' = ${sourceId}`;
  return (await findOpen(query, 'publish', isOfThing)) !== undefined;
}

/** A picture that was uploaded here is one for this project. @throws GromaError BAD_INPUT */
async function requireThumbnail(
  { database: { query } }: Platform,
  { projectId }: PublishedThing,
  { thumbnailUrl }: TemplateFields,
  known: TemplateRow | undefined,
): Promise<void> {
  const id = thumbnailUrl === null ? undefined : thumbnailIdOf(thumbnailUrl);
  if (id === undefined || thumbnailUrl === known?.thumbnailUrl) return;
  const [row] = await query.select({ projectId: thumbnails.projectId }).from(thumbnails).where(eq(thumbnails.id, id));
  if (row?.projectId !== projectId)
    throw new GromaError('BAD_INPUT', { detail: 'thumbnail_url: there is no such picture. Upload it again.' });
}

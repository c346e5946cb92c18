import { and, eq } from '../../../platform/database/drizzle.ts';
import { compareTemplateVersions, GromaError, newId, type ProjectId } from '@groma/model';
import type { hub, ReplyOf } from '@groma/protocol';
import { countAttempt } from '../../../platform/access/attempts.ts';
import { mayReadFrozen, type Visitor } from '../../../platform/access/visitor.ts';
import { operations, templates, templateUses, templateVersions } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';
import { hubPath } from '../hub/present-template.ts';
import { requireTemplate } from '../hub/read-publication.ts';
import { TemplateRecords } from '../hub/template-records.ts';
import type { PublishNeeds } from '../publish/publish-needs.ts';
import { useKind, type UseOperation } from './use-operation.ts';

/** Projects that one person may begin to make of publications. */
const useLimit = { tries: 30, windowSeconds: 3_600 };

interface Asked {
  templateId: string;
  version: string | undefined;
  name: string | undefined;
  user: User;
  visitor: Visitor;
}

/**
 * Begins to make a project of a publication that the person may read.
 * @throws GromaError NOT_FOUND, PASSWORD_REQUIRED, NO_PLAN, PLAN_EXPIRED, PROJECT_LIMIT, TOO_MANY_ATTEMPTS before
 * anything is begun.
 */
export async function beginUse(
  { platform, needs, kind }: { platform: Platform; needs: PublishNeeds; kind: UseOperation },
  { templateId, version, name, user, visitor }: Asked,
): Promise<ReplyOf<typeof hub.useTemplate>['data']> {
  const { template } = await requireTemplate(new TemplateRecords(platform.database), templateId, {
    userId: user.id,
    visitor,
  });
  const [found] = await platform.database.query
    .select({ frozenId: templateVersions.frozenProjectId, version: templateVersions.version })
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.version, version ?? template.version)));
  if (!found) throw new GromaError('NOT_FOUND', { noun: 'version' });
  await countAttempt(platform.database, `use:${user.id}`, useLimit);
  await needs.requirePlace(user);
  const { title } = template;
  const [frozenId, copyId] = [found.frozenId as ProjectId, newId<'project'>()];
  const operationId = await platform.operations.start(
    kind,
    { projectId: frozenId, userId: user.id, title: `Use ${title}`.slice(0, 255), subject: title },
    {
      templateId,
      title,
      version: found.version,
      frozenId,
      copyId,
      user: { id: user.id },
      name: (name ?? title).slice(0, 120),
    },
  );
  return { operation_id: operationId, project_id: copyId };
}

/** How far a use that a person has begun is. @throws GromaError NOT_FOUND */
export async function readUse(
  { database: { query } }: Platform,
  operationId: string,
  user: User,
): Promise<ReplyOf<typeof hub.readUse>['data']> {
  const [row] = await query
    .select({ status: operations.status, progress: operations.progress, failedMessage: operations.failedMessage })
    .from(operations)
    .where(and(eq(operations.id, operationId), eq(operations.userId, user.id), eq(operations.kind, useKind)));
  if (!row) throw new GromaError('NOT_FOUND', { noun: 'operation' });
  const isRunning = row.status === 'Pending' || row.status === 'In Progress';
  return {
    status: isRunning ? 'running' : row.status === 'Completed' ? 'completed' : 'failed',
    progress: row.progress,
    message: row.failedMessage,
  };
}

/** The publication that a project was made of, with what is new for the person; null for none. */
export async function readSource(
  platform: Platform,
  projectId: ProjectId,
  user: User,
  visitor: Visitor,
): Promise<ReplyOf<typeof hub.readTemplateSource>['data']> {
  const { query } = platform.database;
  const [use] = await query.select().from(templateUses).where(eq(templateUses.projectId, projectId));
  if (!use) return null;
  const made = { template_id: use.templateId, title: use.title, version: use.version };
  const [newest] = await query
    .select({ template: templates, version: templateVersions })
    .from(templates)
    .innerJoin(
      templateVersions,
      and(eq(templateVersions.templateId, templates.id), eq(templateVersions.version, templates.version)),
    )
    .where(eq(templates.id, use.templateId));
  if (!newest || !(await mayReadFrozen(platform.access, user.id, newest.version.frozenProjectId, visitor)))
    return { ...made, newest_version: null, changelog: null, path: null };
  const isNewer = compareTemplateVersions(newest.version.version, use.version) > 0;
  return {
    ...made,
    newest_version: newest.version.version,
    changelog: isNewer ? newest.version.changelog : null,
    path: hubPath(newest.template),
  };
}

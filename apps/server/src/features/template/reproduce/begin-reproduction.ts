import { and, eq, sql } from '../../../platform/database/drizzle.ts';
import { GromaError, newId, type ProjectId } from '@groma/model';
import { countAttempt } from '../../../platform/access/attempts.ts';
import { findOpen } from '../../../platform/operation/operation-records.ts';
import { operations, templateVersions } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';
import { findOwnTemplate } from '../publish/own-template.ts';
import type { PublishedThing } from '../publish/selection/select-needed.ts';
import { reproduceKind, type ReproduceOperation } from './reproduce-operation.ts';

/** Runs that one person may begin. */
const reproduceLimit = { tries: 20, windowSeconds: 3_600 };

interface Asked {
  thing: PublishedThing;
  templateId: string;
  /** The newest where none is named. */
  version: string | undefined;
  user: User;
}

/**
 * Begins to run a version of a published notebook again; where that is under way already, it is what is answered.
 * @throws GromaError NOT_FOUND, TOO_MANY_ATTEMPTS
 */
export async function beginReproduction(
  platform: Platform,
  kind: ReproduceOperation,
  { thing, templateId, version, user }: Asked,
): Promise<{ operation_id: string }> {
  const { query } = platform.database;
  const template = await findOwnTemplate(query, thing);
  if (template?.id !== templateId) throw new GromaError('NOT_FOUND', { noun: 'publication' });
  const [found] = await query
    .select()
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.version, version ?? template.version)));
  if (!found?.contentId) throw new GromaError('NOT_FOUND', { noun: 'version' });
  const underWay = await runOf(platform, found.id);
  if (underWay !== undefined) return { operation_id: underWay };
  await countAttempt(platform.database, `reproduce:${user.id}`, reproduceLimit);
  const operationId = await platform.operations.start(
    kind,
    {
      projectId: thing.projectId,
      userId: user.id,
      title: `Run ${template.title} again`.slice(0, 255),
      subject: template.title,
      subtitle: found.version,
    },
    {
      templateId,
      versionId: found.id,
      sourceId: thing.projectId,
      tenantId: template.tenantId,
      frozenId: found.frozenProjectId as ProjectId,
      contentId: found.contentId,
      title: template.title,
      copyId: newId<'project'>(),
      user: { id: user.id },
    },
  );
  return { operation_id: operationId };
}

/** The operation that runs a version just now; undefined where none does. */
function runOf({ database: { query } }: Platform, versionId: string): Promise<string | undefined> {
  return findOpen(query, reproduceKind, sql`${operations.input}->>'versionId' = ${versionId}`);
}

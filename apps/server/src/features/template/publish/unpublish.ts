import { and, eq, inArray, isNotNull, isNull, notExists, or, sql } from '../../../platform/database/drizzle.ts';
import { byServer, GromaError, type ProjectId } from '@groma/model';
import { openStatuses } from '../../../platform/operation/operation-records.ts';
import { operations, projects, templates } from '../../../platform/database/tables/index.ts';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findOwnTemplate } from './own-template.ts';
import type { PublishNeeds } from './publish-needs.ts';
import type { PublishedThing } from './selection/select-needed.ts';
import { frozenProjectsOf, tellOf } from './tell-readers.ts';

const sweepJob = 'sweep-publications';

/**
 * Ends a publication with all its versions. From then on nobody reads them, and what is being read of them ends; what
 * they hold is deleted by a job.
 * @throws GromaError NOT_FOUND.
 */
export async function unpublish(platform: Platform, thing: PublishedThing, templateId: string): Promise<void> {
  const { query } = platform.database;
  const frozen = await query.transaction(async (transaction) => {
    const known = await findOwnTemplate(transaction, thing);
    if (known?.id !== templateId) throw new GromaError('NOT_FOUND', { noun: 'publication' });
    const versions = await frozenProjectsOf(transaction, templateId);
    await transaction.delete(templates).where(eq(templates.id, templateId));
    return versions;
  });
  await tellOf(platform, frozen);
  await askForSweep(platform);
}

/** Has the frozen projects of publications that are gone deleted; where it fails, the next sweep does it. */
export async function askForSweep({ jobs, log }: Pick<Platform, 'jobs' | 'log'>): Promise<void> {
  await jobs.send(sweepJob, {}, { key: sweepJob }).catch((error: unknown) => {
    log.error('Versions of an ended publication are deleted later.', { error });
  });
}

/**
 * Deletes frozen projects whose publication is gone: unpublished, or with the map, notebook, workflow or project it was
 * of; and copies of them in which no operation works any more. Cut off, it is done again.
 */
export function sweepPublicationsJob(platform: Platform, { remove }: Pick<PublishNeeds, 'remove'>): Job {
  const { query } = platform.database;
  return defineJob({
    name: sweepJob,
    policy: byServer('a publication has ended, or the time has come'),
    schedule: '*/10 * * * *',
    async run(_data, signal) {
      const worksIn = query
        .select({ one: sql`1` })
        .from(operations)
        .where(and(inArray(operations.status, openStatuses), sql`${operations.input}->>'copyId' = ${projects.id}`));
      const orphans = await query
        .select({ id: projects.id })
        .from(projects)
        .leftJoin(templates, eq(templates.id, projects.publishedAs))
        .where(
          or(
            and(isNotNull(projects.publishedAs), isNull(templates.id)),
            and(isNotNull(projects.scratchFor), notExists(worksIn)),
          ),
        );
      for (const { id } of orphans) {
        signal.throwIfAborted();
        await remove(id as ProjectId);
      }
    },
  });
}

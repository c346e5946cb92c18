import { eq } from '../../../platform/database/drizzle.ts';
import { byStarter, newId, type ProjectId, type UserId } from '@groma/model';
import { z } from 'zod';
import { countAttempt } from '../../../platform/access/attempts.ts';
import { projects } from '../../../platform/database/tables/index.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import { defineOperation, type OperationKind } from '../../../platform/operation/operation-kind.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';
import { copyProject, requirePlace, type CopyCheckpoint, type Copying, type CopyNeeds } from '../copy/copy-project.ts';
import { removeFiles } from '../delete-project.ts';

const longestName = 120;
const longestTitle = 255;
/**
 * Duplicates that one person may begin, and that are made at once: until it is whole, a copy stands on the disk beside
 * what is counted.
 */
const duplicateLimit = { tries: 30, windowSeconds: 3_600 };
const slots = new Semaphore(2);

type Duplicating = Pick<Copying, 'projectId' | 'copyId' | 'user' | 'name'>;

export type DuplicateOperation = OperationKind<Duplicating, void, CopyCheckpoint>;

/**
 * Duplicates as people see them. The copy is seen when it is whole: its records come in one transaction with the end of
 * the operation, and what was copied for it before is taken away when there is none.
 */
export function defineDuplicate(platform: Platform, needs: CopyNeeds): DuplicateOperation {
  return defineOperation({
    name: 'duplicate',
    policy: byStarter('duplicate', 'project'),
    input: z.object({
      projectId: z.custom<ProjectId>(),
      copyId: z.custom<ProjectId>(),
      user: z.object({ id: z.custom<UserId>() }),
      name: z.string(),
    }),
    run: (duplicating, context) =>
      slots.run(context.signal, async () => {
        if (context.attempt > 1) await removeFiles(platform, duplicating.copyId);
        await copyProject(
          platform,
          needs,
          { ...duplicating, end: (transaction) => context.complete(transaction, undefined) },
          context,
        );
      }),
    clear: ({ copyId }) => removeFiles(platform, copyId),
  });
}

/**
 * Begins to copy a project with its files, maps, notebooks, workflows, databases, people's tools and the origins of
 * what was made into the tenant of whoever asks; what refers to any of these refers to the copies then. Not copied are
 * its shares, levels of access, trash, machine and operations.
 * @throws GromaError NO_PLAN, PROJECT_LIMIT, TOO_MANY_ATTEMPTS before anything is copied.
 */
export async function duplicateProject(
  platform: Platform,
  kind: DuplicateOperation,
  asked: { projectId: ProjectId; user: User; name: string | undefined },
): Promise<{ operation_id: string; project_id: string }> {
  const { projectId, user } = asked;
  const [original] = await platform.database.query
    .select({ name: projects.name })
    .from(projects)
    .where(eq(projects.id, projectId));
  const name = asked.name ?? `${(original?.name ?? '').slice(0, longestName - 5)} copy`;
  await countAttempt(platform.database, `duplicate:${user.id}`, duplicateLimit);
  await requirePlace(platform, user);
  const copyId = newId<'project'>();
  const subject = original?.name ?? '';
  const operationId = await platform.operations.start(
    kind,
    { projectId, userId: user.id, title: `Duplicate ${subject}`.slice(0, longestTitle), subject, subtitle: name },
    { projectId, copyId, user: { id: user.id }, name },
  );
  return { operation_id: operationId, project_id: copyId };
}

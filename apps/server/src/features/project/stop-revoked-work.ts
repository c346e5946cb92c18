import { and, eq, inArray } from '../../platform/database/drizzle.ts';
import type { UserId } from '@groma/model';
import { isAllowed } from '../../platform/access/project-access.ts';
import { mayReadFrozen, whoHasUnlocked } from '../../platform/access/visitor.ts';
import { operations } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Cancels what people run in a project in which they may change nothing any more, or in a version of a publication that
 * they may not read any more. A plan that has ended stops no work: what was begun while it held is finished, so that
 * nothing is lost.
 */
export function stopRevokedWork(platform: Platform): void {
  const { bus, log } = platform;
  bus.subscribe('project-access-changed', ({ projectId }: { projectId: string }) => {
    cancelOf(platform, projectId).catch((error: unknown) => {
      log.error('Work of people without a role was not stopped.', { projectId, error });
    });
  });
}

async function cancelOf(
  { database: { query }, access, operations: running }: Platform,
  projectId: string,
): Promise<void> {
  const open = await query
    .select({ id: operations.id, userId: operations.userId })
    .from(operations)
    .where(and(eq(operations.projectId, projectId), inArray(operations.status, ['Pending', 'In Progress'])));
  for (const userId of new Set(open.map((each) => each.userId))) {
    const projectAccess = await access.projectAccess(userId as UserId, projectId);
    const goesOn = projectAccess
      ? isAllowed(projectAccess, 'update', 'project')
      : // A version of a publication; a password was asked for before.
        await mayReadFrozen(access, userId as UserId, projectId, whoHasUnlocked);
    if (goesOn) continue;
    for (const { id } of open.filter((each) => each.userId === userId)) await running.cancel(id);
  }
}

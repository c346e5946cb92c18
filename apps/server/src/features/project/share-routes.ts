import { and, eq } from '../../platform/database/drizzle.ts';
import { GromaError, type ProjectId, type ShareRole } from '@groma/model';
import { project } from '@groma/protocol';
import { countAttempt } from '../../platform/access/attempts.ts';
import { projectShares, users } from '../../platform/database/tables/index.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAccess } from './list-access.ts';

/** Addresses one person may try, so that nobody finds out who has an account here. */
const lookUpLimit = { tries: 100, windowSeconds: 3_600 };
const done = { status: 'ok' };

/** Calls about who may do what in a project (ACC-119). */
export function shareRoutes(platform: Platform): Route[] {
  const {
    database: { query },
    database,
    bus,
  } = platform;
  const changed = (projectId: ProjectId) => bus.publish('project-access-changed', { projectId });
  const of = (projectId: ProjectId, userId: string) =>
    and(eq(projectShares.projectId, projectId), eq(projectShares.userId, userId));
  const remove = async (projectId: ProjectId, userId: string): Promise<boolean> => {
    const removed = await query
      .delete(projectShares)
      .where(of(projectId, userId))
      .returning({ userId: projectShares.userId });
    if (removed.length > 0) await changed(projectId);
    return removed.length > 0;
  };
  return [
    route(project.listProjectAccess, async ({ user, projectAccess }) => ({
      data: await listAccess(platform, projectAccess, user.id),
    })),
    route(project.shareProject, async ({ user, projectId, body }) => {
      await countAttempt(database, `share:${user.id}`, lookUpLimit);
      const email = body.email.toLowerCase();
      const [person] = await query.select({ id: users.id }).from(users).where(eq(users.email, email));
      if (!person) throw new GromaError('UNKNOWN_USER', { email: body.email });
      const known = await platform.access.projectAccess(person.id as typeof user.id, projectId);
      if (known?.role === 'PROJECT_OWNER') throw new GromaError('ALREADY_OWNER', { email: body.email });
      await share(platform, projectId, person.id, body.role);
      await changed(projectId);
      return done;
    }),
    route(project.updateShare, async ({ projectId, params, body }) => {
      const updated = await query
        .update(projectShares)
        .set({ role: body.role })
        .where(of(projectId, params.userId))
        .returning({ userId: projectShares.userId });
      if (updated.length === 0) throw new GromaError('NOT_FOUND', { noun: 'share' });
      await changed(projectId);
      return done;
    }),
    route(project.unshareProject, async ({ projectId, params }) => {
      await remove(projectId, params.userId);
      return done;
    }),
    route(project.leaveProject, async ({ user, projectId }) => {
      if (!(await remove(projectId, user.id))) throw new GromaError('NOT_FOUND', { noun: 'share' });
      return done;
    }),
  ];
}

async function share(
  { database: { query } }: Platform,
  projectId: ProjectId,
  userId: string,
  role: ShareRole,
): Promise<void> {
  await query
    .insert(projectShares)
    .values({ projectId, userId, role })
    .onConflictDoUpdate({ target: [projectShares.projectId, projectShares.userId], set: { role } });
}

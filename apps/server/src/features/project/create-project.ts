import { eq, sql } from 'drizzle-orm';
import { allowedProjects, GromaError, newId, type ProjectId } from '@groma/model';
import { projects, tenants } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/session/sessions.ts';

/**
 * Makes a project in the user's own tenant. Projects of the owned tenant count towards its plan, whoever made them.
 * @throws GromaError NO_PLAN, PROJECT_LIMIT.
 */
export async function createProject({ database: { query } }: Platform, user: User, name: string): Promise<ProjectId> {
  return query.transaction(async (transaction) => {
    // The lock on the tenant keeps two calls at once from both taking the last place.
    const [tenant] = await transaction.select().from(tenants).where(eq(tenants.ownerId, user.id)).for('update');
    if (!tenant?.plan) throw new GromaError('NO_PLAN');
    const [{ count } = { count: 0 }] = await transaction.select({ count: sql<number>`count(*)::int` }).from(projects).where(eq(projects.tenantId, tenant.id));
    const allowed = allowedProjects(tenant.plan);
    if (count >= allowed) throw new GromaError('PROJECT_LIMIT', { limit: allowed, count });
    const id = newId<'project'>();
    await transaction.insert(projects).values({ id, name, creatorId: user.id, tenantId: tenant.id });
    return id;
  });
}

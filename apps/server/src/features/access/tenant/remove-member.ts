import { and, eq, inArray } from '../../../platform/database/drizzle.ts';
import { projects, projectShares, tenantMembers } from '../../../platform/database/tables/index.ts';
import { publishTenantChange } from '../../../platform/access/publish-tenant-change.ts';
import type { Platform } from '../../../platform/platform.ts';

/**
 * Takes somebody out of a tenant, with the shares they had of its projects. What they made stays. False when they were
 * no member.
 */
export async function removeMember(platform: Platform, tenantId: string, userId: string): Promise<boolean> {
  const { query } = platform.database;
  const isRemoved = await query.transaction(async (transaction) => {
    const gone = await transaction
      .delete(tenantMembers)
      .where(and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.userId, userId)))
      .returning({ userId: tenantMembers.userId });
    if (gone.length === 0) return false;
    const own = transaction.select({ id: projects.id }).from(projects).where(eq(projects.tenantId, tenantId));
    await transaction
      .delete(projectShares)
      .where(and(eq(projectShares.userId, userId), inArray(projectShares.projectId, own)));
    return true;
  });
  if (isRemoved) await publishTenantChange(platform, tenantId);
  return isRemoved;
}

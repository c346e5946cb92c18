import { eq } from '../../../platform/database/drizzle.ts';
import type { ProjectId } from '@groma/model';
import { publishTenantChange } from '../../../platform/access/publish-tenant-change.ts';
import { invitations, projects, tenantMembers, tenants } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';

/**
 * Empties a tenant: its projects are deleted with all they hold, its members and invitations removed, its plan ends.
 * The empty tenant stays with its owner, so that a new plan is not to be had by dissolving. Cut off, it can be done
 * again.
 */
export async function dissolveTenant(
  platform: Platform,
  tenantId: string,
  deleteProject: (projectId: ProjectId) => Promise<void>,
): Promise<void> {
  const { query } = platform.database;
  // Without a plan nobody makes another project while these go.
  await query.update(tenants).set({ plan: null, planStartsAt: null, planEndsAt: null }).where(eq(tenants.id, tenantId));
  await query.delete(invitations).where(eq(invitations.tenantId, tenantId));
  await query.delete(tenantMembers).where(eq(tenantMembers.tenantId, tenantId));
  // Deleting many projects takes its time; nobody works in them meanwhile.
  await publishTenantChange(platform, tenantId);
  const rows = await query.select({ id: projects.id }).from(projects).where(eq(projects.tenantId, tenantId));
  for (const { id } of rows) await deleteProject(id as ProjectId);
}

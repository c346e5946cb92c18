import { eq } from 'drizzle-orm';
import { decideProjectRole, type ProjectId } from '@groma/model';
import type { project, ReplyOf } from '@groma/protocol';
import { projects, projectShares, tenantMembers, tenants, users } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

/** People with a role in a project, by user id: the owner of its tenant, its members, and those it is shared with. */
export async function listPeople({ database: { query } }: Platform, projectId: ProjectId): Promise<ReplyOf<typeof project.listProjectUsers>> {
  const [found] = await query.select({ project: projects, ownerId: tenants.ownerId }).from(projects)
    .innerJoin(tenants, eq(tenants.id, projects.tenantId)).where(eq(projects.id, projectId));
  if (!found) return {};
  const shares = await query.select({ user: users, role: projectShares.role }).from(projectShares)
    .innerJoin(users, eq(users.id, projectShares.userId)).where(eq(projectShares.projectId, projectId));
  const members = await query.select({ user: users }).from(tenantMembers)
    .innerJoin(users, eq(users.id, tenantMembers.userId)).where(eq(tenantMembers.tenantId, found.project.tenantId));
  const owners = await query.select({ user: users }).from(users).where(eq(users.id, found.ownerId));

  const memberIds = new Set(members.map(({ user }) => user.id));
  const shareRoles = new Map(shares.map(({ user, role }) => [user.id, role]));
  const people = new Map([...owners, ...members, ...shares].map(({ user }) => [user.id, user]));
  return Object.fromEntries([...people].map(([id, user]) => {
    const role = decideProjectRole({
      ownsTenant: id === found.ownerId, isMember: memberIds.has(id), isCreator: id === found.project.creatorId, shareRole: shareRoles.get(id),
      generalAccess: found.project.generalAccess, tenantAccess: found.project.tenantAccess,
    });
    return [id, { username: user.username, email: user.email, role, shared: shareRoles.has(id) }];
  }).filter(([, person]) => (person as { role: string }).role !== 'NONE'));
}

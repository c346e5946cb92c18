import { and, count, eq, isNull } from '../../../platform/database/drizzle.ts';
import { allowedProjects, canInTenant, GromaError, limit, type UserId } from '@groma/model';
import type { access, ReplyOf } from '@groma/protocol';
import type { TenantAccess } from '../../../platform/access/access-control.ts';
import type { Database } from '../../../platform/database/database.ts';
import { projects, tenantMembers, tenants, users } from '../../../platform/database/tables/index.ts';
import { presentTenant } from '../present-tenant.ts';

type TenantDetail = ReplyOf<typeof access.readTenant>['data'];

/**
 * A tenant with its people, the owner first; billing for whoever may read it.
 * @throws GromaError NOT_FOUND when it went meanwhile.
 */
export async function readTenant(
  { query }: Database,
  { tenantId, tenantRole }: TenantAccess,
  userId: UserId,
): Promise<TenantDetail> {
  const [row] = await query
    .select({ tenant: tenants, ownerName: users.username, ownerEmail: users.email })
    .from(tenants)
    .innerJoin(users, eq(users.id, tenants.ownerId))
    .where(eq(tenants.id, tenantId));
  if (!row) throw new GromaError('NOT_FOUND', { noun: 'organisation' });
  const members = await query
    .select({ id: users.id, username: users.username, user_email: users.email, joinedAt: tenantMembers.joinedAt })
    .from(tenantMembers)
    .innerJoin(users, eq(users.id, tenantMembers.userId))
    .where(eq(tenantMembers.tenantId, tenantId))
    .orderBy(users.username);
  const { tenant, ownerName, ownerEmail } = row;
  return {
    ...presentTenant(row, tenantRole),
    members: [
      {
        id: tenant.ownerId,
        username: ownerName,
        user_email: ownerEmail,
        role: 'OWNER',
        is_you: tenant.ownerId === userId,
        joined_at: null,
      },
      ...members.map(({ joinedAt, ...member }) => ({
        ...member,
        role: 'MEMBER' as const,
        is_you: member.id === userId,
        joined_at: joinedAt.toISOString(),
      })),
    ],
    billing: canInTenant(tenantRole, 'read', 'billing') ? await billingOf({ query }, tenant) : null,
  };
}

/** What the plan allows, with the defaults filled in, and what is used of it. */
async function billingOf(
  { query }: Pick<Database, 'query'>,
  tenant: typeof tenants.$inferSelect,
): Promise<TenantDetail['billing']> {
  const [used] = await query
    .select({ projects: count() })
    .from(projects)
    .where(and(eq(projects.tenantId, tenant.id), isNull(projects.publishedAs)));
  const features = tenant.plan?.features ?? {};
  return {
    plan_starts_at: tenant.planStartsAt?.toISOString() ?? null,
    plan_ends_at: tenant.planEndsAt?.toISOString() ?? null,
    project_count: used?.projects ?? 0,
    project_number: tenant.plan ? allowedProjects(tenant.plan) : 0,
    cpu_machine_types: features.cpu_machine_types ?? [],
    gaia_pro_queries: tenant.plan ? (features.gaia_pro_queries ?? limit.defaultProQueries) : 0,
  };
}

import { eq } from '../../platform/database/drizzle.ts';
import type { UserId } from '@groma/model';
import type { TenantReply } from '@groma/protocol';
import type { Database } from '../../platform/database/database.ts';
import { tenantMembers, tenants, users } from '../../platform/database/tables/index.ts';
import { presentTenant } from './present-tenant.ts';

/** Tenants of a user: those owned, and those invited to, by name. */
export async function listTenants(
  { query }: Database,
  userId: UserId,
): Promise<{ owned: TenantReply[]; invited: TenantReply[] }> {
  const row = { tenant: tenants, ownerName: users.username };
  const owned = await query
    .select(row)
    .from(tenants)
    .innerJoin(users, eq(users.id, tenants.ownerId))
    .where(eq(tenants.ownerId, userId));
  const invited = await query
    .select(row)
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.id, tenantMembers.tenantId))
    .innerJoin(users, eq(users.id, tenants.ownerId))
    .where(eq(tenantMembers.userId, userId))
    .orderBy(tenants.name);
  return {
    owned: owned.map((each) => presentTenant(each, 'OWNER')),
    invited: invited.map((each) => presentTenant(each, 'MEMBER')),
  };
}

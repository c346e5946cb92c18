import { canInTenant, verifyPlan, type TenantRole } from '@groma/model';
import type { TenantReply } from '@groma/protocol';
import type { tenants } from '../../platform/database/tables/index.ts';

/** A tenant with the name of its owner. */
export interface TenantRow {
  tenant: typeof tenants.$inferSelect;
  ownerName: string;
}

/** A tenant as somebody of it sees it: when its plan began and ends is billing (ACC-063). */
export function presentTenant({ tenant, ownerName }: TenantRow, role: TenantRole): TenantReply {
  const readsBilling = canInTenant(role, 'read', 'billing');
  return {
    id: tenant.id,
    name: tenant.name,
    role,
    owner: { id: tenant.ownerId, username: ownerName },
    plan: tenant.plan,
    outcome: verifyPlan(tenant.plan, tenant.planEndsAt, new Date()),
    plan_starts_at: readsBilling ? (tenant.planStartsAt?.toISOString() ?? null) : null,
    plan_ends_at: readsBilling ? (tenant.planEndsAt?.toISOString() ?? null) : null,
  };
}

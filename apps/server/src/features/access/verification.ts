import { eq } from 'drizzle-orm';
import { GromaError, verifyPlan } from '@groma/model';
import type { access, ReplyOf } from '@groma/protocol';
import type { Database } from '../../platform/database/database.ts';
import { tenantMembers, tenants } from '../../platform/database/tables/index.ts';
import type { User } from '../../platform/session/sessions.ts';

type Verification = ReplyOf<typeof access.verification>;

/** Who is signed in. @throws GromaError NO_PLAN or PLAN_EXPIRED by the plan of the owned tenant (ACC-045, ACC-046). */
export async function readVerification({ query }: Database, user: User): Promise<Verification> {
  const [owned] = await query.select().from(tenants).where(eq(tenants.ownerId, user.id));
  const outcome = verifyPlan(owned?.plan ?? undefined, owned?.planEndsAt ?? null, new Date());
  if (outcome !== 'NO_ERROR') throw new GromaError(outcome);
  const invited = await query.select({ tenant: tenants }).from(tenantMembers)
    .innerJoin(tenants, eq(tenants.id, tenantMembers.tenantId)).where(eq(tenantMembers.userId, user.id));
  return {
    status: 'ok',
    data: { id: user.id, username: user.username, email: user.email, ownedTenant: owned ? presentTenant(owned) : null, invitedTenants: invited.map(({ tenant }) => presentTenant(tenant)) },
  };
}

function presentTenant(tenant: typeof tenants.$inferSelect) {
  return { id: tenant.id, name: tenant.name, plan: tenant.plan, plan_ends_at: tenant.planEndsAt?.toISOString() ?? null };
}

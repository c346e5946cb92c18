import { randomUUID } from 'node:crypto';
import { eq } from '../../platform/database/drizzle.ts';
import type { Plan } from '@groma/model';
import type { Database } from '../../platform/database/database.ts';
import { tenants, users } from '../../platform/database/tables/index.ts';
import type { User } from '../../platform/session/sessions.ts';

/** The plan of a new tenant. */
const defaultPlan: Plan = {
  is_active: true,
  features: { project_number: 10, cpu_machine_types: ['CPUx3', 'CPUx7', 'CPUx21', 'CPUx42'], gaia_pro_queries: 20 },
};

/**
 * Makes the tenant of a person who owns none; true when it was made. Everybody is given one with the account, so
 * whoever has none has been kept from it by a kill. A tenant without a plan is one: it stays as it is.
 */
export async function giveTenant({ query }: Database, user: User): Promise<boolean> {
  const [known] = await query.select({ id: tenants.id }).from(tenants).where(eq(tenants.ownerId, user.id));
  if (known) return false;
  return query.transaction(async (transaction) => {
    // The lock on the person keeps two calls at once from making two.
    const [person] = await transaction.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update');
    const [owned] = await transaction.select({ id: tenants.id }).from(tenants).where(eq(tenants.ownerId, user.id));
    if (!person || owned) return false;
    await transaction
      .insert(tenants)
      .values({ id: randomUUID(), name: user.username, ownerId: user.id, plan: defaultPlan, planStartsAt: new Date() });
    return true;
  });
}

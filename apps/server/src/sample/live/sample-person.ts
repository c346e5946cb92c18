import { eq } from '../../platform/database/drizzle.ts';
import { newId, type TenantId, type UserId } from '@groma/model';
import type { Database } from '../../platform/database/database.ts';
import { tenants, users } from '../../platform/database/tables/index.ts';
import type { User } from '../../platform/session/sessions.ts';

/** Their name. No account can have or take this name: a username has no tilde. */
export const sampleUsername = '~groma';

/**
 * Whom the live sample belongs to. There is no way to sign in as them: they have no password and no provider, and what
 * stands in place of their email address is none, so that nobody is sent a link or matched by a provider.
 */
export async function samplePerson(
  { query }: Database,
  giveTenant: (user: User) => Promise<unknown>,
): Promise<{ user: User; tenantId: TenantId }> {
  const id = newId();
  await query
    .insert(users)
    .values({ id, name: 'Groma', username: sampleUsername, email: `nobody ${newId()}` })
    .onConflictDoNothing();
  const [row] = await query.select().from(users).where(eq(users.username, sampleUsername));
  if (!row) throw new Error('The owner of the live sample could not be made.');
  const user = { id: row.id as UserId, username: row.username, email: row.email };
  await giveTenant(user);
  const [tenant] = await query.select({ id: tenants.id }).from(tenants).where(eq(tenants.ownerId, user.id));
  if (!tenant) throw new Error('The organisation of the live sample could not be made.');
  return { user, tenantId: tenant.id as TenantId };
}

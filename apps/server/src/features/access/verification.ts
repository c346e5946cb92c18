import { GromaError } from '@groma/model';
import type { access, ReplyOf } from '@groma/protocol';
import type { Database } from '../../platform/database/database.ts';
import type { User } from '../../platform/session/sessions.ts';
import { listTenants } from './list-tenants.ts';

type Verification = ReplyOf<typeof access.verification>;

/**
 * Who is signed in, and how the plan stands of the tenant that was entered, or of the owned one (ACC-027). A refusal
 * comes with the person too, so that the tenants one was invited to can be entered (ACC-045, ACC-046).
 * @throws GromaError NOT_FOUND for a tenant the user is not in.
 */
export async function readVerification(
  database: Database,
  user: User,
  tenantId?: string,
): Promise<{ refusal: GromaError | null; reply: Verification }> {
  const { owned, invited } = await listTenants(database, user.id);
  const entered = tenantId === undefined ? owned[0] : [...owned, ...invited].find(({ id }) => id === tenantId);
  if (tenantId !== undefined && !entered) throw new GromaError('NOT_FOUND', { noun: 'organisation' });
  const outcome = entered?.outcome ?? 'NO_PLAN';
  return {
    refusal: outcome === 'NO_ERROR' ? null : new GromaError(outcome),
    reply: {
      status: 'ok',
      data: {
        id: user.id,
        username: user.username,
        email: user.email,
        ownedTenant: owned[0] ?? null,
        invitedTenants: invited,
      },
    },
  };
}

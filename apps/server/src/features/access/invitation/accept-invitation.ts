import { and, eq, sql } from '../../../platform/database/drizzle.ts';
import { GromaError, type ProjectId, type ShareRole, type UserId } from '@groma/model';
import type { access, ReplyOf } from '@groma/protocol';
import { isAllowed, requirePlan } from '../../../platform/access/project-access.ts';
import { publishTenantChange } from '../../../platform/access/publish-tenant-change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { invitations, projectShares, tenantMembers } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';
import {
  findInvitation,
  isOfPlace,
  kindOf,
  requireOpen,
  type Invitation,
  type InvitationKind,
} from './invitation-records.ts';

type Accepted = ReplyOf<typeof access.acceptInvitation>['data'];
type Transaction = Parameters<Parameters<Database['query']['transaction']>[0]>[0];

const leastFirst: readonly ShareRole[] = ['PROJECT_VIEWER', 'PROJECT_COMMENTATOR', 'PROJECT_EDITOR'];

/** Whether this person may take up the invitation: one for an address needs the account with that address. */
export function fits({ email }: Invitation, user: User): boolean {
  return email === null || email === user.email.toLowerCase();
}

/**
 * Takes up an invitation. Somebody who is inside already is let through, and the invitation stays as it is.
 * @throws GromaError INVITATION_NOT_FOUND, INVITATION_FOR_ANOTHER, INVITATION_REVOKED, INVITATION_USED,
 * INVITATION_EXPIRED, NO_PLAN, PLAN_EXPIRED.
 */
export async function acceptInvitation(
  platform: Platform,
  user: User,
  token: string,
  kind: InvitationKind | undefined,
): Promise<Accepted> {
  const { query } = platform.database;
  const { invitation: found } = await findInvitation(query, token, kind);
  if (!fits(found, user)) throw new GromaError('INVITATION_FOR_ANOTHER');
  const { tenantId, projectId } = found;
  const accepted = { kind: kindOf(found), tenant_id: tenantId, project_id: projectId };
  if (await isInside(platform, found, user.id)) return accepted;
  requireOpen(found);
  await requireInviter(platform, found);
  await query.transaction(async (transaction) => {
    // The lock keeps two people at once from both using what is good once.
    const [invitation] = await transaction.select().from(invitations).where(eq(invitations.id, found.id)).for('update');
    if (!invitation) throw new GromaError('INVITATION_NOT_FOUND');
    requireOpen(invitation);
    await letIn(transaction, invitation, user.id);
    await transaction
      .update(invitations)
      .set({ uses: sql`${invitations.uses} + 1` })
      .where(eq(invitations.id, found.id));
    // Whatever else waits for the person here has nothing more to give.
    await transaction
      .update(invitations)
      .set({ uses: 1 })
      .where(
        and(
          isOfPlace(found),
          eq(invitations.email, user.email.toLowerCase()),
          eq(invitations.uses, 0),
          found.role === null ? undefined : eq(invitations.role, found.role),
        ),
      );
  });
  if (projectId === null) await publishTenantChange(platform, tenantId);
  else await platform.bus.publish('project-access-changed', { projectId });
  return accepted;
}

/** Declines: what is good once is void then. A link for many stays good for the others. */
export async function declineInvitation(
  { database: { query } }: Platform,
  user: User,
  token: string,
  kind: InvitationKind | undefined,
): Promise<void> {
  const { invitation } = await findInvitation(query, token, kind);
  if (!fits(invitation, user)) throw new GromaError('INVITATION_FOR_ANOTHER');
  requireOpen(invitation);
  if (!invitation.isReusable)
    await query.update(invitations).set({ declinedAt: new Date() }).where(eq(invitations.id, invitation.id));
}

/** Whether the person has at least what the invitation gives. */
async function isInside(
  { access: control }: Platform,
  { tenantId, projectId, role }: Invitation,
  userId: UserId,
): Promise<boolean> {
  if (projectId === null) return (await control.tenantAccessOf(userId, tenantId))?.tenantRole !== 'NONE';
  const projectAccess = await control.projectAccess(userId, projectId);
  if (projectAccess?.role === 'PROJECT_OWNER') return true;
  return (
    projectAccess !== undefined &&
    projectAccess.role !== 'NONE' &&
    leastFirst.indexOf(projectAccess.role) >= leastFirst.indexOf(role!)
  );
}

/**
 * An invitation is worth what its maker may still give, and the plan of the tenant allows.
 * @throws GromaError INVITATION_REVOKED, NO_PLAN, PLAN_EXPIRED.
 */
async function requireInviter(
  { access: control }: Platform,
  { tenantId, projectId, inviterId }: Invitation,
): Promise<void> {
  const inviter = inviterId as UserId;
  if (projectId === null) {
    const tenant = await control.tenantAccessOf(inviter, tenantId);
    if (tenant?.tenantRole !== 'OWNER') throw new GromaError('INVITATION_REVOKED');
    requirePlan(tenant, 'invite');
    return;
  }
  const projectAccess = await control.projectAccess(inviter, projectId as ProjectId);
  if (!projectAccess || !isAllowed(projectAccess, 'share', 'project')) throw new GromaError('INVITATION_REVOKED');
  requirePlan(projectAccess, 'share');
}

async function letIn(
  transaction: Transaction,
  { tenantId, projectId, role }: Invitation,
  userId: string,
): Promise<void> {
  if (projectId === null) {
    await transaction.insert(tenantMembers).values({ tenantId, userId }).onConflictDoNothing();
    return;
  }
  // A share that gives more stays.
  const [known] = await transaction
    .select()
    .from(projectShares)
    .where(and(eq(projectShares.projectId, projectId), eq(projectShares.userId, userId)));
  if (known && leastFirst.indexOf(known.role) >= leastFirst.indexOf(role!)) return;
  await transaction
    .insert(projectShares)
    .values({ projectId, userId, role: role! })
    .onConflictDoUpdate({ target: [projectShares.projectId, projectShares.userId], set: { role: role! } });
}

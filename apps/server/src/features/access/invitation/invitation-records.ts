import { and, desc, eq, gt, isNull, or, type SQL } from '../../../platform/database/drizzle.ts';
import { GromaError } from '@groma/model';
import type { InvitationReply } from '@groma/protocol';
import type { Database } from '../../../platform/database/database.ts';
import { invitations, projects, tenants, users } from '../../../platform/database/tables/index.ts';
import { hashToken } from './invitation-token.ts';

export type Invitation = typeof invitations.$inferSelect;
export type InvitationKind = 'workspaces' | 'tenants';
type Querying = Pick<Database['query'], 'select'>;

/** An invitation with the names that people read. */
export interface NamedInvitation {
  invitation: Invitation;
  inviter: string;
  tenantName: string;
  projectName: string | null;
}

export function kindOf({ projectId }: Pick<Invitation, 'projectId'>): InvitationKind {
  return projectId === null ? 'tenants' : 'workspaces';
}

/**
 * The invitation with this token, whatever its state. A malformed token, an unknown one and one of the other kind are
 * the same.
 * @throws GromaError INVITATION_NOT_FOUND.
 */
export async function findInvitation(
  query: Querying,
  token: string,
  kind: InvitationKind | undefined,
): Promise<NamedInvitation> {
  const [row] = await query
    .select({ invitation: invitations, inviter: users.username, tenantName: tenants.name, projectName: projects.name })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.inviterId))
    .innerJoin(tenants, eq(tenants.id, invitations.tenantId))
    .leftJoin(projects, eq(projects.id, invitations.projectId))
    .where(eq(invitations.tokenHash, hashToken(token)));
  if (!row || (kind !== undefined && kind !== kindOf(row.invitation))) throw new GromaError('INVITATION_NOT_FOUND');
  return row;
}

/** @throws GromaError INVITATION_REVOKED, INVITATION_USED or INVITATION_EXPIRED. */
export function requireOpen({ revokedAt, declinedAt, isReusable, uses, expiresAt }: Invitation): void {
  if (revokedAt) throw new GromaError('INVITATION_REVOKED');
  if (declinedAt ?? (!isReusable && uses > 0)) throw new GromaError('INVITATION_USED');
  if (expiresAt.getTime() <= Date.now()) throw new GromaError('INVITATION_EXPIRED');
}

/** Those to one project, or to a tenant itself. */
export function isOfPlace({ tenantId, projectId }: Pick<Invitation, 'tenantId' | 'projectId'>): SQL | undefined {
  return projectId === null
    ? and(eq(invitations.tenantId, tenantId), isNull(invitations.projectId))
    : eq(invitations.projectId, projectId);
}

/** Invitations to a tenant itself or to one project that can still be taken up, newest first. */
export async function listOpen(
  { query }: Database,
  where: { tenantId: string } | { projectId: string },
): Promise<InvitationReply[]> {
  const place =
    'projectId' in where
      ? eq(invitations.projectId, where.projectId)
      : and(eq(invitations.tenantId, where.tenantId), isNull(invitations.projectId));
  const rows = await query
    .select({ invitation: invitations, inviter: users.username })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.inviterId))
    .where(
      and(
        place,
        isNull(invitations.revokedAt),
        isNull(invitations.declinedAt),
        gt(invitations.expiresAt, new Date()),
        or(eq(invitations.isReusable, true), eq(invitations.uses, 0)),
      ),
    )
    .orderBy(desc(invitations.createdAt));
  return rows.map(({ invitation, inviter }) => presentInvitation(invitation, inviter));
}

export function presentInvitation(invitation: Invitation, inviter: string): InvitationReply {
  const { id, email, role, isReusable, uses, createdAt, expiresAt } = invitation;
  return {
    id,
    kind: kindOf(invitation),
    email,
    role,
    is_reusable: isReusable,
    uses,
    invited_by: inviter,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

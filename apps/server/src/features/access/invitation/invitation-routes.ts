import { and, eq, isNull } from '../../../platform/database/drizzle.ts';
import type { FastifyRequest } from 'fastify';
import { GromaError } from '@groma/model';
import { access } from '@groma/protocol';
import { countAttempt, networkOf } from '../../../platform/access/attempts.ts';
import { invitations } from '../../../platform/database/tables/index.ts';
import { originOfRequest } from '../../../platform/http/origin.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { createMailer } from '../../../platform/mail/mailer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { acceptInvitation, declineInvitation, fits } from './accept-invitation.ts';
import { createInvitation } from './create-invitation.ts';
import { findInvitation, kindOf, listOpen, requireOpen } from './invitation-records.ts';

/** Tokens tried from one address; they cannot be guessed, this only keeps the noise down. */
const tokenLimit = { tries: 120, windowSeconds: 900 };
const done = { status: 'ok' };

/** Calls that make, list, revoke, show, accept and decline invitations (ACC-037). */
export function invitationRoutes(platform: Platform): Route[] {
  const { database, config, log } = platform;
  const mailer = createMailer(config.mail, log);
  const originOf = (request: FastifyRequest): string => originOfRequest(request, config);
  const countToken = ({ ip }: FastifyRequest) => countAttempt(database, `invitation-from:${networkOf(ip)}`, tokenLimit);
  const revoke = async (id: string, place: ReturnType<typeof eq> | ReturnType<typeof and>): Promise<typeof done> => {
    const revoked = await database.query
      .update(invitations)
      .set({ revokedAt: new Date() })
      .where(and(eq(invitations.id, id), place, isNull(invitations.revokedAt)))
      .returning({ id: invitations.id });
    if (revoked.length === 0) throw new GromaError('INVITATION_NOT_FOUND');
    return done;
  };
  return [
    route(access.inviteToTenant, async ({ user, tenant, body, request }) =>
      createInvitation(platform, mailer, user, originOf(request), {
        tenantId: tenant.tenantId,
        projectId: null,
        role: null,
        email: body.email,
        isReusable: body.is_reusable,
        days: body.days,
      }),
    ),
    route(access.listTenantInvitations, async ({ tenant }) => ({
      data: await listOpen(database, { tenantId: tenant.tenantId }),
    })),
    route(access.revokeTenantInvitation, async ({ tenant, params }) =>
      revoke(params.invitationId, and(eq(invitations.tenantId, tenant.tenantId), isNull(invitations.projectId))),
    ),
    route(access.inviteToProject, async ({ user, projectAccess, body, request }) =>
      createInvitation(platform, mailer, user, originOf(request), {
        tenantId: projectAccess.tenantId,
        projectId: projectAccess.projectId,
        role: body.role,
        email: body.email,
        isReusable: body.is_reusable,
        days: body.days,
      }),
    ),
    route(access.listProjectInvitations, async ({ projectId }) => ({ data: await listOpen(database, { projectId }) })),
    route(access.revokeProjectInvitation, async ({ projectId, params }) =>
      revoke(params.invitationId, eq(invitations.projectId, projectId)),
    ),
    route(access.previewInvitation, async ({ user, body, request }) => {
      await countToken(request);
      const { invitation, inviter, tenantName, projectName } = await findInvitation(
        database.query,
        body.token,
        body.kind,
      );
      requireOpen(invitation);
      const signedIn = user as typeof user | undefined;
      return {
        data: {
          kind: kindOf(invitation),
          name: projectName ?? tenantName,
          tenant_name: tenantName,
          invited_by: inviter,
          role: invitation.role,
          expires_at: invitation.expiresAt.toISOString(),
          is_personal: invitation.email !== null,
          fits: signedIn ? fits(invitation, signedIn) : null,
        },
      };
    }),
    route(access.acceptInvitation, async ({ user, body, request }) => {
      await countToken(request);
      return { data: await acceptInvitation(platform, user, body.token, body.kind) };
    }),
    route(access.declineInvitation, async ({ user, body, request }) => {
      await countToken(request);
      await declineInvitation(platform, user, body.token, body.kind);
      return done;
    }),
  ];
}

import { anyone, emailSchema, evenWithoutPlan, inProject, inTenant, shareRoles, signedIn } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The two kinds, as in the query parameters `workspaces_invitation_token` and `tenants_invitation_token`. */
export const invitationKinds = ['workspaces', 'tenants'] as const;

/** An invitation that can still be taken up. Its token is known to nobody but whoever was given the link. */
const invitationReply = z.object({
  id: z.string(),
  kind: z.enum(invitationKinds),
  /** Address it is for; null for a link that anybody with an account may take up. */
  email: z.string().nullable(),
  /** Role in the workspace; null for a tenant, where it makes a MEMBER. */
  role: z.enum(shareRoles).nullable(),
  is_reusable: z.boolean(),
  uses: z.number(),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type InvitationReply = z.output<typeof invitationReply>;

/**
 * `off` without a mail server by setting; `none` where there is no address to write to. Unless sent, the link is for
 * the inviter to hand on.
 */
export const mailOutcomes = ['sent', 'off', 'failed', 'none'] as const;

const madeReply = z.object({ data: invitationReply, link: z.string(), mail: z.enum(mailOutcomes) });
const listReply = z.object({ data: z.array(invitationReply) });
const done = z.object({ status: z.string() });

/** Without `email` it is a link. One for an address is good once; a link once too, unless `is_reusable`. */
const invitationBody = z.object({
  email: emailSchema.optional(),
  is_reusable: z.boolean().optional(),
  days: z
    .int()
    .min(1, 'An invitation is good for 1 to 30 days.')
    .max(30, 'An invitation is good for 1 to 30 days.')
    .optional(),
});
const ofTenant = z.object({ tenantId: z.string() });
const ofProject = z.object({ projectId: z.string() });

export const inviteToTenant = defineEndpoint({
  id: 'inviteToTenant',
  method: 'POST',
  path: '/api/tenants/:tenantId/invitations',
  summary: 'Invite to a tenant, by email address or by a link.',
  policy: inTenant('invite', 'user'),
  params: ofTenant,
  body: invitationBody,
  reply: madeReply,
});

export const listTenantInvitations = defineEndpoint({
  id: 'listTenantInvitations',
  method: 'GET',
  path: '/api/tenants/:tenantId/invitations',
  summary: 'Invitations to a tenant that can still be taken up.',
  policy: evenWithoutPlan(inTenant('invite', 'user')),
  params: ofTenant,
  reply: listReply,
});

export const revokeTenantInvitation = defineEndpoint({
  id: 'revokeTenantInvitation',
  method: 'DELETE',
  path: '/api/tenants/:tenantId/invitations/:invitationId',
  summary: 'Revoke an invitation to a tenant.',
  policy: evenWithoutPlan(inTenant('invite', 'user')),
  params: ofTenant.extend({ invitationId: z.string() }),
  reply: done,
});

export const inviteToProject = defineEndpoint({
  id: 'inviteToProject',
  method: 'POST',
  path: '/api/projects/:projectId/invitations',
  summary: 'Invite to a workspace, by email address or by a link.',
  policy: inProject('share', 'project'),
  params: ofProject,
  body: invitationBody.extend({ role: z.enum(shareRoles) }),
  reply: madeReply,
});

export const listProjectInvitations = defineEndpoint({
  id: 'listProjectInvitations',
  method: 'GET',
  path: '/api/projects/:projectId/invitations',
  summary: 'Invitations to a workspace that can still be taken up.',
  policy: evenWithoutPlan(inProject('share', 'project')),
  params: ofProject,
  reply: listReply,
});

export const revokeProjectInvitation = defineEndpoint({
  id: 'revokeProjectInvitation',
  method: 'DELETE',
  path: '/api/projects/:projectId/invitations/:invitationId',
  summary: 'Revoke an invitation to a workspace.',
  policy: evenWithoutPlan(inProject('share', 'project')),
  params: ofProject.extend({ invitationId: z.string() }),
  reply: done,
});

/** `kind` is that of the query parameter the token came in; a token of the other kind is as unknown. */
const tokenBody = z.object({ token: z.string().max(1_000), kind: z.enum(invitationKinds).optional() });

/** In a body, and not in an address, so that the token stands in no log and no history. */
export const previewInvitation = defineEndpoint({
  id: 'previewInvitation',
  method: 'POST',
  path: '/api/invitations/preview',
  summary: 'What an invitation is to and from whom, in names only; also before signing in.',
  policy: anyone('whoever has the link decides with its help whether to sign in'),
  body: tokenBody,
  reply: z.object({
    data: z.object({
      kind: z.enum(invitationKinds),
      /** Name of the workspace or tenant. */
      name: z.string(),
      tenant_name: z.string(),
      invited_by: z.string(),
      role: z.enum(shareRoles).nullable(),
      expires_at: z.string(),
      /** Whether only the account of one email address may take it up. */
      is_personal: z.boolean(),
      /** Whether whoever is signed in may take it up; null when nobody is. */
      fits: z.boolean().nullable(),
    }),
  }),
});

export const acceptInvitation = defineEndpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Take up an invitation.',
  policy: signedIn(),
  body: tokenBody,
  reply: z.object({
    data: z.object({ kind: z.enum(invitationKinds), tenant_id: z.string(), project_id: z.string().nullable() }),
  }),
});

export const declineInvitation = defineEndpoint({
  id: 'declineInvitation',
  method: 'POST',
  path: '/api/invitations/decline',
  summary: 'Decline an invitation; one that is good once is void then.',
  policy: signedIn(),
  body: tokenBody,
  reply: done,
});

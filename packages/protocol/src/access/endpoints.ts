import { anyone, emailSchema, passwordSchema, signedIn, usernameSchema } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { signOutReply, verificationQuery, verificationReply } from './verification-reply.ts';

export { planOutcomes, planReply, tenantReply, type TenantReply } from './plan-reply.ts';
export { userReply } from './verification-reply.ts';
export {
  listProviders,
  oidcCallback,
  oidcSignIn,
  oidcSignOut,
  oidcVerification,
  providerIds,
} from './provider-endpoints.ts';
export {
  dissolveTenant,
  leaveTenant,
  listTenants,
  readTenant,
  removeMember,
  renameTenant,
} from './tenant-endpoints.ts';
export {
  acceptInvitation,
  declineInvitation,
  invitationKinds,
  inviteToProject,
  inviteToTenant,
  listProjectInvitations,
  listTenantInvitations,
  mailOutcomes,
  previewInvitation,
  revokeProjectInvitation,
  revokeTenantInvitation,
  type InvitationReply,
} from './invitation-endpoints.ts';
export {
  changeEmail,
  changePassword,
  deleteAccount,
  endOtherSessions,
  endSession,
  listSessions,
  previewAccountDeletion,
  readAccount,
  updateAccount,
  type AccountReply,
} from './account-endpoints.ts';

const personReply = z.object({ data: z.object({ id: z.string(), username: z.string(), email: z.string() }) });

export const signUp = defineEndpoint({
  id: 'signUp',
  method: 'POST',
  path: '/api/local/auth/sign-up',
  summary: 'Make an account, its tenant and its sample project, and sign in.',
  policy: anyone('an account is made before there is a session'),
  body: z.object({ email: emailSchema, password: passwordSchema, username: usernameSchema }),
  reply: personReply,
});

export const signIn = defineEndpoint({
  id: 'signIn',
  method: 'POST',
  path: '/api/local/auth/sign-in',
  summary: 'Sign in with email address and password.',
  policy: anyone('this is how a session begins'),
  body: z.object({
    email: z
      .string()
      .max(254)
      .regex(/^\P{Cc}*$/u, 'Enter a valid email address.'),
    password: z.string().max(200),
  }),
  reply: personReply,
});

export const requestPasswordReset = defineEndpoint({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/api/local/auth/request-password-reset',
  summary: 'Send a link to set a new password to an email address, if it has an account.',
  policy: anyone('who has forgotten a password has no session'),
  body: z.object({ email: emailSchema }),
  reply: z.object({ status: z.string() }),
});

export const resetPassword = defineEndpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/local/auth/reset-password',
  summary: 'Set a new password by a link, end all sessions and begin one.',
  policy: anyone('the link stands for its person'),
  body: z.object({ token: z.string().min(1).max(100), new_password: passwordSchema }),
  reply: personReply,
});

export const verification = defineEndpoint({
  id: 'verifySession',
  method: 'GET',
  path: '/api/local/auth/verification',
  summary: 'Who is signed in, and the state of the plan.',
  policy: signedIn(),
  query: verificationQuery,
  reply: verificationReply,
});

export const signOut = defineEndpoint({
  id: 'signOut',
  method: 'DELETE',
  path: '/api/local/auth/logout',
  summary: 'End the session.',
  policy: anyone('ending a session that has already ended is no error'),
  reply: signOutReply,
});

export {
  authorizationRequest,
  exchangeOAuthGrant,
  revokeOAuthToken,
  giveConsent,
  oauthClient,
  readAuthorizationServer,
  readConsent,
  readMcpResource,
  readProtectedResource,
  registerOAuthClient,
} from './oauth-endpoints.ts';
export { createAccessToken, listAccessTokens, revokeAccessToken } from './token-endpoints.ts';
export type { AccessTokenReply } from './token-endpoints.ts';

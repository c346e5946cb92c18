import { displayNameSchema, emailSchema, passwordSchema, signedIn, usernameSchema } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { providerIds } from './provider-endpoints.ts';

const accountReply = z.object({
  id: z.string(),
  username: z.string(),
  display_name: z.string(),
  email: z.string(),
  is_email_verified: z.boolean(),
  /** Ways this person signs in. Without `local` there is no password. */
  providers: z.array(z.enum(providerIds)),
  created_at: z.string(),
});
export type AccountReply = z.output<typeof accountReply>;

const done = z.object({ status: z.string() });
const currentPassword = z.string().max(200);

export const readAccount = defineEndpoint({
  id: 'readAccount',
  method: 'GET',
  path: '/api/account',
  summary: "The user's own account.",
  policy: signedIn('any'),
  reply: z.object({ data: accountReply }),
});

export const updateAccount = defineEndpoint({
  id: 'updateAccount',
  method: 'PATCH',
  path: '/api/account',
  summary: 'Change user name or display name.',
  policy: signedIn(),
  body: z.object({ username: usernameSchema.optional(), display_name: displayNameSchema.optional() }),
  reply: z.object({ data: accountReply }),
});

export const changeEmail = defineEndpoint({
  id: 'changeEmail',
  method: 'POST',
  path: '/api/account/email',
  summary: 'Change the email address.',
  policy: signedIn(),
  body: z.object({ email: emailSchema, password: currentPassword }),
  reply: z.object({ data: accountReply }),
});

export const changePassword = defineEndpoint({
  id: 'changePassword',
  method: 'POST',
  path: '/api/account/password',
  summary: 'Change the password; all other sessions end.',
  policy: signedIn(),
  body: z.object({ password: currentPassword, new_password: passwordSchema }),
  reply: z.object({ ended_sessions: z.number() }),
});

export const listSessions = defineEndpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/api/account/sessions',
  summary: "The user's sessions, this one first.",
  policy: signedIn(),
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        is_current: z.boolean(),
        ip_address: z.string().nullable(),
        user_agent: z.string().nullable(),
        created_at: z.string(),
        expires_at: z.string(),
      }),
    ),
  }),
});

export const endSession = defineEndpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/api/account/sessions/:sessionId',
  summary: "End one of the user's sessions.",
  policy: signedIn(),
  params: z.object({ sessionId: z.string() }),
  reply: done,
});

export const endOtherSessions = defineEndpoint({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: "End all of the user's sessions but this one.",
  policy: signedIn(),
  reply: z.object({ ended_sessions: z.number() }),
});

/** What goes with the account and what is passed on, to be shown before it is deleted. */
export const previewAccountDeletion = defineEndpoint({
  id: 'previewAccountDeletion',
  method: 'GET',
  path: '/api/account/deletion',
  summary: 'What deleting the account deletes, and what is passed on.',
  policy: signedIn(),
  reply: z.object({
    data: z.object({
      /** The owned tenant, which is dissolved: its projects are deleted and its members lose them. */
      tenant: z
        .object({ id: z.string(), name: z.string(), member_count: z.number(), projects: z.array(z.string()) })
        .nullable(),
      /** Projects in tenants of others, which stay and pass to the owner of their tenant. */
      passed_on: z.array(z.object({ name: z.string(), owner: z.string() })),
    }),
  }),
});

/** `username` is typed once more; `password` is asked of whoever has one. */
export const deleteAccount = defineEndpoint({
  id: 'deleteAccount',
  method: 'POST',
  path: '/api/account/delete',
  summary: 'Delete the account with the tenant it owns.',
  policy: signedIn(),
  body: z.object({ username: z.string(), password: currentPassword.optional() }),
  reply: done,
});

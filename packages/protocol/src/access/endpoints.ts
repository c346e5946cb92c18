import { anyone, emailSchema, passwordSchema, signedIn, usernameSchema } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const planReply = z.object({
  is_active: z.boolean(),
  features: z.object({
    project_number: z.number().optional(),
    cpu_machine_types: z.array(z.string()).optional(),
    gaia_pro_queries: z.number().optional(),
  }),
});

const tenantReply = z.object({ id: z.string(), name: z.string(), plan: planReply.nullable(), plan_ends_at: z.string().nullable() });

export const userReply = z.object({
  id: z.string(), username: z.string(), email: z.string(),
  ownedTenant: tenantReply.nullable(),
  invitedTenants: z.array(tenantReply),
});

export const signUp = defineEndpoint({
  id: 'signUp', method: 'POST', path: '/api/local/auth/sign-up', summary: 'Make an account, its tenant and its sample project, and sign in.',
  policy: anyone('an account is made before there is a session'),
  body: z.object({ email: emailSchema, password: passwordSchema, username: usernameSchema }),
  reply: z.object({ data: z.object({ id: z.string(), username: z.string(), email: z.string() }) }),
});

export const signIn = defineEndpoint({
  id: 'signIn', method: 'POST', path: '/api/local/auth/sign-in', summary: 'Sign in with e-mail address and password.',
  policy: anyone('this is how a session begins'),
  body: z.object({ email: z.string().max(254).regex(/^\P{Cc}*$/u, 'This is not an e-mail address.'), password: z.string().max(200) }),
  reply: z.object({ data: z.object({ id: z.string(), username: z.string(), email: z.string() }) }),
});

export const verification = defineEndpoint({
  id: 'verifySession', method: 'GET', path: '/api/local/auth/verification', summary: 'Who is signed in, and the state of the plan.',
  policy: signedIn(),
  reply: z.object({ status: z.string(), data: userReply }),
});

export const signOut = defineEndpoint({
  id: 'signOut', method: 'DELETE', path: '/api/local/auth/logout', summary: 'End the session.',
  policy: anyone('ending a session that has already ended is no error'),
  reply: z.object({ status: z.string() }),
});

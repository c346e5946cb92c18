import { anyone, signedIn } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { signOutReply, verificationQuery, verificationReply } from './verification-reply.ts';

/** Identity providers: an email address and a password, or an OpenID Connect issuer (ACC-048). */
export const providerIds = ['local', 'oidc'] as const;

export const listProviders = defineEndpoint({
  id: 'listProviders',
  method: 'GET',
  path: '/api/auth/providers',
  summary: 'Ways to sign in at this server.',
  policy: anyone('the sign-in page shows them'),
  reply: z.object({
    data: z.array(
      z.object({
        id: z.enum(providerIds),
        /** What people call it; for `local` an empty text. */
        name: z.string(),
        /** Where the browser is sent to sign in with it, `?callbackUrl=` added; null for `local`, which has a form. */
        sign_in_path: z.string().nullable(),
        /** Whether people are sent a link when they have forgotten a password; otherwise an administrator makes it. */
        sends_mail: z.boolean(),
      }),
    ),
  }),
});

/** A page to open, not a call: it answers with a redirect to the issuer. */
export const oidcSignIn = defineEndpoint({
  id: 'oidcSignIn',
  method: 'GET',
  path: '/api/oidc/auth/sign-in',
  summary: 'Go to the OpenID Connect issuer to sign in, and come back to callbackUrl.',
  policy: anyone('this is how a session begins'),
  query: z.object({ callbackUrl: z.string().max(4_000).optional() }),
  replyType: 'text/html',
});

/** Where the issuer sends the browser. What goes wrong leads to `/auth?error=CODE`. */
export const oidcCallback = defineEndpoint({
  id: 'oidcCallback',
  method: 'GET',
  path: '/api/oidc/auth/callback',
  summary: 'Take the answer of the OpenID Connect issuer and begin a session.',
  policy: anyone('this is how a session begins'),
  query: z.record(z.string(), z.unknown()),
  replyType: 'text/html',
});

export const oidcVerification = defineEndpoint({
  id: 'oidcVerifySession',
  method: 'GET',
  path: '/api/oidc/auth/verification',
  summary: 'Who is signed in, and the state of the plan; the same for every provider.',
  policy: signedIn(),
  query: verificationQuery,
  reply: verificationReply,
});

export const oidcSignOut = defineEndpoint({
  id: 'oidcSignOut',
  method: 'DELETE',
  path: '/api/oidc/auth/logout',
  summary: 'End the session; the same for every provider.',
  policy: anyone('ending a session that has already ended is no error'),
  reply: signOutReply,
});

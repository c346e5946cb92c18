import { signedIn, tokenNameSchema, tokenScopes } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The last characters of the token, by which its owner can tell it from others. */
  ending: z.string(),
  /** An app that asked for it by OAuth keeps it, and renews its text. */
  is_app: z.boolean(),
  scope: z.enum(tokenScopes),
  /** The only project that it opens; null where it opens all of its person. */
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  created_at: z.string(),
  /** Null where it never expires. */
  expires_at: z.string().nullable(),
  /** To the minute; null where it was never used. */
  last_used_at: z.string().nullable(),
});
export type AccessTokenReply = z.output<typeof accessToken>;

export const listAccessTokens = defineEndpoint({
  id: 'listAccessTokens',
  method: 'GET',
  path: '/api/account/tokens',
  summary: "The user's personal access tokens, the newest first; also those that have expired within a month.",
  policy: signedIn(),
  reply: z.object({ data: z.array(accessToken) }),
});

export const createAccessToken = defineEndpoint({
  id: 'createAccessToken',
  method: 'POST',
  path: '/api/account/tokens',
  summary: 'Create a personal access token. Its text is in this answer only.',
  policy: signedIn(),
  body: z.object({
    name: tokenNameSchema,
    scope: z.enum(tokenScopes).default('propose'),
    project_id: z.string().nullable().default(null),
    /** Null for a token that never expires. */
    expires_in_days: z.number().int().min(1).max(366).nullable().default(90),
  }),
  reply: z.object({ data: accessToken, token: z.string() }),
});

export const revokeAccessToken = defineEndpoint({
  id: 'revokeAccessToken',
  method: 'DELETE',
  path: '/api/account/tokens/:tokenId',
  summary: 'Revoke a personal access token; what is being answered for it is cut off.',
  policy: signedIn(),
  params: z.object({ tokenId: z.string() }),
  reply: z.object({ status: z.string() }),
});

import { anyone, signedIn, tokenScopes } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const forStrangers = 'a client reads this before anybody has signed in; it says nothing of people and their data';

/** Metadata of the protected resource, RFC 9728. */
const protectedResource = z.object({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
});

const describesResource = {
  method: 'GET',
  summary: 'Where agents that speak the Model Context Protocol get access tokens for this server (RFC 9728).',
  policy: anyone(forStrangers),
  reply: protectedResource,
} as const;

export const readProtectedResource = defineEndpoint({
  ...describesResource,
  id: 'readProtectedResource',
  path: '/.well-known/oauth-protected-resource',
});

export const readMcpResource = defineEndpoint({
  ...describesResource,
  id: 'readMcpResource',
  path: '/.well-known/oauth-protected-resource/mcp',
});

export const readAuthorizationServer = defineEndpoint({
  id: 'readAuthorizationServer',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  summary: 'How clients ask for access tokens by OAuth (RFC 8414).',
  policy: anyone(forStrangers),
  reply: z.object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    registration_endpoint: z.string(),
    revocation_endpoint: z.string(),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
  }),
});

/** What a client says of itself, RFC 7591. What is not listed is left unread. */
export const oauthClient = z.object({
  client_name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[^\p{C}]*$/u, 'must be text of one line')
    .default('MCP client'),
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(10),
});

/** Its errors are those of OAuth: `error` and `error_description`. */
export const registerOAuthClient = defineEndpoint({
  id: 'registerOAuthClient',
  method: 'POST',
  path: '/oauth/register',
  summary: 'Register a public client that asks people for access (RFC 7591).',
  policy: anyone('a client opens nothing by itself: a person consents'),
  body: z.record(z.string(), z.unknown()),
  replyType: 'application/json; charset=utf-8',
});

/** Bodies are forms; errors are those of OAuth. */
export const exchangeOAuthGrant = defineEndpoint({
  id: 'exchangeOAuthGrant',
  method: 'POST',
  path: '/oauth/token',
  summary: 'Exchange a code, with the verifier of its challenge, or a refresh token for an access token (OAuth 2.1).',
  policy: anyone('the code or refresh token is the permission'),
  bodyKind: 'raw',
  replyType: 'application/json; charset=utf-8',
});

/** Bodies are forms; errors are those of OAuth. */
export const revokeOAuthToken = defineEndpoint({
  id: 'revokeOAuthToken',
  method: 'POST',
  path: '/oauth/revoke',
  summary: 'End a grant by one of its tokens, when a client signs out (RFC 7009).',
  policy: anyone('the token is the permission'),
  bodyKind: 'raw',
  replyType: 'application/json; charset=utf-8',
});

/** What a client asks a person for, as it stands in the address of the consent page. */
export const authorizationRequest = z.object({
  client_id: z.string().max(200),
  redirect_uri: z.string().max(2_000),
  response_type: z.string().max(100),
  code_challenge: z.string().max(200).optional(),
  code_challenge_method: z.string().max(100).optional(),
  scope: z.string().max(1_000).optional(),
  resource: z.string().max(2_000).optional(),
  state: z.string().max(4_000).optional(),
});

export const readConsent = defineEndpoint({
  id: 'readConsent',
  method: 'GET',
  path: '/api/account/consent',
  summary: 'Who asks the user for access, and for what; a request that must not be granted is refused.',
  policy: signedIn(),
  query: authorizationRequest,
  reply: z.object({
    data: z.object({
      client_name: z.string(),
      /** Where the answer goes. */
      redirect_host: z.string(),
      /** What can be granted. */
      scopes: z.array(z.enum(tokenScopes)),
    }),
  }),
});

export const giveConsent = defineEndpoint({
  id: 'giveConsent',
  method: 'POST',
  path: '/api/account/consent',
  summary: 'Grant or refuse what a client asks for, and learn the address to go on to.',
  policy: signedIn(),
  body: z.object({
    request: authorizationRequest,
    is_allowed: z.boolean(),
    scope: z.enum(tokenScopes).default('propose'),
    project_id: z.string().nullable().default(null),
  }),
  reply: z.object({ data: z.object({ redirect: z.string() }) }),
});

import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { GromaError, newId, tokenScopes, type ProjectId } from '@groma/model';
import { access } from '@groma/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countAttempt, networkOf } from '../../../platform/access/attempts.ts';
import { oauthClients } from '../../../platform/database/tables/index.ts';
import { originOfRequest } from '../../../platform/http/origin.ts';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { checkRequest, isSameResource } from './authorization-request.ts';
import { OAuthError } from './oauth-error.ts';
import type { oauthGrants } from './oauth-grants.ts';
import { isRedirectUri } from './redirect-uri.ts';

/** Nobody needs more clients from one network. */
const registrations = { tries: 60, windowSeconds: 3_600 };
const mostFormBytes = 16_384;

/** OAuth 2.1 for agents that speak the Model Context Protocol: public clients, codes with PKCE, refresh tokens. */
export function oauthRoutes(platform: Platform, grants: ReturnType<typeof oauthGrants>): Route[] {
  const { database, config, access: control } = platform;
  const originOf = (request: FastifyRequest): string => originOfRequest(request, config);
  const resourceOf = (request: FastifyRequest): string => `${originOf(request)}/mcp`;
  const describe = ({ request }: { request: FastifyRequest }) =>
    Promise.resolve({
      resource: resourceOf(request),
      resource_name: 'Groma',
      authorization_servers: [originOf(request)],
      scopes_supported: [...tokenScopes],
      bearer_methods_supported: ['header'],
    });
  return [
    route(access.readProtectedResource, describe),
    route(access.readMcpResource, describe),
    route(access.readAuthorizationServer, ({ request }) => {
      const origin = originOf(request);
      return Promise.resolve({
        issuer: origin,
        authorization_endpoint: `${origin}/oauth/authorize`,
        token_endpoint: `${origin}/oauth/token`,
        registration_endpoint: `${origin}/oauth/register`,
        revocation_endpoint: `${origin}/oauth/revoke`,
        revocation_endpoint_auth_methods_supported: ['none'],
        scopes_supported: [...tokenScopes],
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      });
    }),
    route(access.registerOAuthClient, ({ body, request, reply }) =>
      answering(reply, 201, async () => {
        await countAttempt(database, `oauth-client-from:${networkOf(request.ip)}`, registrations);
        const said = access.oauthClient.safeParse(body);
        if (!said.success)
          throw new OAuthError('invalid_client_metadata', said.error.issues[0]?.message ?? 'It cannot be read.');
        const { client_name: name, redirect_uris: redirectUris } = said.data;
        const wrong = redirectUris.find((each) => !isRedirectUri(each));
        if (wrong !== undefined)
          throw new OAuthError(
            'invalid_redirect_uri',
            'A redirect URI is https, http at this computer, or of a program.',
          );
        const id = newId();
        await database.query.insert(oauthClients).values({ id, name, redirectUris });
        return {
          client_id: id,
          client_id_issued_at: Math.floor(Date.now() / 1_000),
          client_name: name,
          redirect_uris: redirectUris,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        };
      }),
    ),
    route(access.readConsent, async ({ query, request }) => {
      const { clientName, redirectUri, scopes } = await checkRequest(database, query, resourceOf(request));
      const { host, protocol } = new URL(redirectUri);
      // What is no site is a program, known by its scheme: whatever it calls itself behind that.
      const redirectHost = /^https?:$/.test(protocol) ? host : `${protocol}//${host}`;
      return { data: { client_name: clientName, redirect_host: redirectHost, scopes } };
    }),
    route(access.giveConsent, async ({ body, user, request }) => {
      const { request: asked, is_allowed: isAllowed, scope, project_id: id } = body;
      const checked = await checkRequest(database, asked, resourceOf(request));
      const redirect = new URL(checked.redirectUri);
      const say = (name: string, value: string) => redirect.searchParams.set(name, value);
      if (isAllowed) {
        if (!checked.scopes.includes(scope))
          throw new GromaError('BAD_INPUT', { detail: 'The app did not ask for that.' });
        if (id !== null) await control.require(user.id, id, 'read', 'project', { noun: 'project' });
        say('code', await grants.issueCode(checked, { userId: user.id, scope, projectId: id as ProjectId | null }));
      } else say('error', 'access_denied');
      if (checked.state !== undefined) say('state', checked.state);
      // Which server has answered: RFC 9207.
      say('iss', originOf(request));
      return { data: { redirect: redirect.href } };
    }),
    route(access.exchangeOAuthGrant, ({ request, reply }) =>
      answering(reply, 200, async () => {
        const form = await readForm(request);
        const need = (name: string): string => oneOf(form, name);
        const resource = form.get('resource');
        if (resource !== null && !isSameResource(resource, resourceOf(request)))
          throw new OAuthError('invalid_target', 'This server gives tokens for itself only.');
        const clientId = need('client_id');
        switch (need('grant_type')) {
          case 'authorization_code':
            return grants.redeemCode({
              clientId,
              code: need('code'),
              redirectUri: need('redirect_uri'),
              verifier: need('code_verifier'),
            });
          case 'refresh_token':
            return grants.refresh({ clientId, token: need('refresh_token') });
          default:
            throw new OAuthError('unsupported_grant_type', 'authorization_code and refresh_token are answered.');
        }
      }),
    ),
    route(access.revokeOAuthToken, ({ request, reply }) =>
      answering(reply, 200, async () => {
        const form = await readForm(request);
        await grants.revoke({ clientId: oneOf(form, 'client_id'), token: oneOf(form, 'token') });
        return {};
      }),
    ),
  ];
}

/** The value of a field of a form. @throws OAuthError where there is none or several */
function oneOf(form: URLSearchParams, name: string): string {
  const [value, ...more] = form.getAll(name);
  if (value === undefined || more.length > 0) throw new OAuthError('invalid_request', `One ${name} is needed.`);
  return value;
}

/** Answers in the forms of OAuth; nothing of it is kept on the way. */
async function answering(reply: FastifyReply, status: number, act: () => Promise<object>): Promise<typeof streamed> {
  void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).type('application/json; charset=utf-8');
  try {
    const answer = await act();
    await reply.status(status).send(JSON.stringify(answer));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    await reply.status(400).send(JSON.stringify({ error: error.code, error_description: error.message }));
  }
  return streamed;
}

async function readForm(request: FastifyRequest): Promise<URLSearchParams> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!isForm || !(length <= mostFormBytes)) throw new OAuthError('invalid_request', 'A form is needed.');
  return new URLSearchParams(await text(request.body as Readable));
}

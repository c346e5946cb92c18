import { eq } from '../../../platform/database/drizzle.ts';
import { GromaError, tokenScopes, type TokenScope } from '@groma/model';
import type { access } from '@groma/protocol';
import type { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { oauthClients } from '../../../platform/database/tables/index.ts';
import { isRegistered } from './redirect-uri.ts';

export type AuthorizationRequest = z.output<typeof access.authorizationRequest>;

/** A request for access that may be shown to a person. */
export interface CheckedRequest {
  clientId: string;
  clientName: string;
  redirectUri: string;
  challenge: string;
  state: string | undefined;
  /** What can be granted, the least first. */
  scopes: TokenScope[];
}

/** A SHA-256 in base64url. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Checks what a client asks for. Whatever is wrong is told to the person and not sent to the client: an address that is
 * not known to be its own is never gone to.
 * @throws GromaError BAD_INPUT
 */
export async function checkRequest(
  { query }: Database,
  asked: AuthorizationRequest,
  resource: string,
): Promise<CheckedRequest> {
  const refuse = (detail: string): never => {
    throw new GromaError('BAD_INPUT', { detail });
  };
  const [client] = await query.select().from(oauthClients).where(eq(oauthClients.id, asked.client_id));
  if (!client) return refuse('This app is not known here. Connect it anew.');
  if (!isRegistered(asked.redirect_uri, client.redirectUris))
    return refuse('The address to which the answer would go is not one of this app.');
  if (asked.response_type !== 'code') return refuse('Only response_type “code” is answered.');
  if (asked.code_challenge_method !== 'S256' || !challengePattern.test(asked.code_challenge ?? ''))
    return refuse('A code_challenge of the method S256 is needed.');
  if (asked.resource !== undefined && !isSameResource(asked.resource, resource))
    return refuse('The app asks for access to another server.');
  return {
    clientId: client.id,
    clientName: client.name,
    redirectUri: asked.redirect_uri,
    challenge: asked.code_challenge!,
    state: asked.state,
    scopes: scopesOf(asked.scope),
  };
}

/** A resource by its address, or by that of the whole server. */
export function isSameResource(asked: string, resource: string): boolean {
  const url = URL.parse(asked);
  const known = new URL(resource);
  return url !== null && url.origin === known.origin && ['', known.pathname].includes(url.pathname.replace(/\/$/, ''));
}

/** All scopes up to the largest that is asked for; all where none is. */
function scopesOf(scope = ''): TokenScope[] {
  const asked = new Set(scope.split(' '));
  const largest = tokenScopes.findLastIndex((each) => asked.has(each));
  return largest < 0 ? [...tokenScopes] : tokenScopes.slice(0, largest + 1);
}

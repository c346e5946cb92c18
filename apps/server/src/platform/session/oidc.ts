import { genericOAuth } from 'better-auth/plugins';
import { usernameSchema } from '@groma/model';
import type { OidcExchange, OidcSettings } from './oidc-exchange.ts';

/** Claims of the issuer's user information that are used. */
interface Profile {
  sub?: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
  preferred_username?: string;
}

/** Path the issuer sends browsers back to, to be registered there. */
export const oidcCallbackPath = '/api/oidc/auth/callback';

/**
 * The issuer as a plugin of the sign-in library: authorization code with PKCE. `freeUsername` finds one that nobody
 * has.
 */
export function oidcPlugin(
  { issuer, clientId, clientSecret }: OidcSettings,
  exchange: OidcExchange,
  origin: string,
  freeUsername: (wanted: string) => Promise<string>,
) {
  return genericOAuth({
    config: [
      {
        providerId: 'oidc',
        clientId,
        clientSecret,
        pkce: true,
        scopes: ['openid', 'email', 'profile'],
        redirectURI: origin + oidcCallbackPath,
        // The library asks neither: the exchange does, where the issuer says that they are.
        authorizationUrl: issuer,
        tokenUrl: issuer,
        // Tokens of the issuer open nothing that is used later, so none is handed on to be kept.
        getToken: async ({ codeVerifier = '' }) => {
          await exchange.exchange(codeVerifier);
          return {};
        },
        getUserInfo: async () => {
          const claims = exchange.claims();
          return claims && { ...claims, id: claims.sub, emailVerified: claims['email_verified'] === true };
        },
        mapProfileToUser: async (claims) => {
          const profile = claims as Profile;
          const username = await freeUsername(usernameOf(profile));
          return {
            id: profile.sub ?? '',
            name: profile.name ?? username,
            username,
            email: profile.email ?? '',
            emailVerified: profile.email_verified === true,
          };
        },
      },
    ],
  });
}

/** A user name out of what the issuer calls someone; the letters that a user name has no place for become hyphens. */
function usernameOf({ preferred_username: preferred, email = '' }: Profile): string {
  const said = (preferred ?? email).split('@')[0] ?? '';
  const name = said
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30);
  return usernameSchema.safeParse(name).success ? name : 'person';
}

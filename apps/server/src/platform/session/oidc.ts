import { genericOAuth } from 'better-auth/plugins';
import { usernameSchema } from '@groma/model';

/** An OpenID Connect issuer people can sign in with, by setting. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What people call it. */
  name: string;
}

/** Claims of the issuer's user information that are used. */
interface Profile { sub?: string; email?: string; email_verified?: unknown; name?: string; preferred_username?: string }

/** Path the issuer sends browsers back to, to be registered there. */
const oidcCallbackPath = '/api/oidc/auth/callback';

/** The issuer as a plugin of the sign-in library: authorization code with PKCE. `freeUsername` finds one that nobody has. */
export function oidcPlugin({ issuer, clientId, clientSecret }: OidcSettings, origin: string, freeUsername: (wanted: string) => Promise<string>) {
  return genericOAuth({
    config: [{
      providerId: 'oidc', clientId, clientSecret, pkce: true, authentication: 'basic', scopes: ['openid', 'email', 'profile'],
      discoveryUrl: `${issuer}/.well-known/openid-configuration`, redirectURI: origin + oidcCallbackPath,
      mapProfileToUser: async (claims) => {
        const profile = claims as Profile;
        const username = await freeUsername(usernameOf(profile));
        return { id: profile.sub ?? '', name: profile.name ?? username, username, email: profile.email ?? '', emailVerified: profile.email_verified === true };
      },
    }],
  });
}

/** A user name out of what the issuer calls somebody; the letters that a user name has no place for become hyphens. */
function usernameOf({ preferred_username: preferred, email = '' }: Profile): string {
  const said = (preferred ?? email).split('@')[0] ?? '';
  const name = said.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 30);
  return usernameSchema.safeParse(name).success ? name : 'person';
}

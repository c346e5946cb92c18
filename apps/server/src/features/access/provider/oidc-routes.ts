import { GromaError, safeLanding } from '@groma/model';
import { access } from '@groma/protocol';
import { countAttempt, networkOf } from '../../../platform/access/attempts.ts';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { originOf } from '../../../platform/session/auth.ts';
import type { User } from '../../../platform/session/sessions.ts';
import { setCookies } from '../set-cookies.ts';

/** Sign-ins at the issuer begun from one address. */
const beginLimit = { tries: 100, windowSeconds: 900 };

/** Ways to sign in, and the way by an OpenID Connect issuer (ACC-048). `settle` gives a new person their tenant. */
export function oidcRoutes(platform: Platform, settle: (user: User) => Promise<void>): Route[] {
  const { config, sessions, log, database } = platform;
  const { oidc } = config;
  return [
    route(access.listProviders, async () => ({
      data: [
        { id: 'local' as const, name: '', sign_in_path: null, sends_mail: config.mail !== undefined },
        ...(oidc
          ? [{ id: 'oidc' as const, name: oidc.name, sign_in_path: access.oidcSignIn.path, sends_mail: false }]
          : []),
      ],
    })),
    route(access.oidcSignIn, async ({ query, request, reply }) => {
      if (!oidc) throw new GromaError('PROVIDER_OFF');
      await countAttempt(database, `oidc-from:${networkOf(request.ip)}`, beginLimit);
      const landing = safeLanding(query.callbackUrl, originOf(config));
      try {
        const { url, cookies } = await sessions.beginOidc(landing);
        setCookies(reply, cookies);
        await reply.redirect(url);
      } catch (error) {
        log.error('The OpenID Connect issuer could not be asked.', { error });
        await reply.redirect(refusal('PROVIDER_FAILED', landing));
      }
      return streamed;
    }),
    route(access.oidcCallback, async ({ request, reply }) => {
      if (!oidc) throw new GromaError('PROVIDER_OFF');
      const query = request.url.split('?').slice(1).join('?');
      const found = await sessions.finishOidc(query, request.headers.cookie, {
        ip: request.ip,
        userAgent: request.headers['user-agent'],
      });
      setCookies(reply, found.cookies);
      if ('failure' in found) {
        log.info('Nobody was let in by the OpenID Connect issuer.', { failure: found.failure });
        await reply.redirect(
          refusal(found.failure === 'account_not_linked' ? 'EMAIL_NOT_VERIFIED' : 'PROVIDER_FAILED'),
        );
        return streamed;
      }
      await settle(found.user);
      await reply.redirect(safeLanding(found.landing, originOf(config)));
      return streamed;
    }),
  ];
}

/** The sign-in page with what went wrong, which keeps where the person wanted to go. */
function refusal(code: string, landing?: string): string {
  return `/auth?${new URLSearchParams({ error: code, ...(landing !== undefined && { callbackUrl: landing }) })}`;
}

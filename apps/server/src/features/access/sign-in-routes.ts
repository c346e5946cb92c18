import type { FastifyRequest } from 'fastify';
import { GromaError } from '@groma/model';
import { access } from '@groma/protocol';
import { countAttempt, forgetAttempts, networkOf, takeBackAttempt } from '../../platform/access/attempts.ts';
import { route, streamed, type Call, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SignInFrom, User } from '../../platform/session/sessions.ts';
import { claim } from './account/account-records.ts';
import { setCookies } from './set-cookies.ts';
import { readVerification } from './verification.ts';

/**
 * Wrong passwords from one address, for one account from one address, and for one account from anywhere. The last is
 * wide, because anybody can use it up and so keep its owner out.
 */
const addressLimit = { tries: 50, windowSeconds: 900 };
const pairLimit = { tries: 10, windowSeconds: 900 };
const accountLimit = { tries: 100, windowSeconds: 900 };

/** Calls that begin, read and end a session. `settle` gives a person who has none a tenant. */
export function signInRoutes({ config, database, sessions }: Platform, settle: (user: User) => Promise<void>): Route[] {
  const verify = async ({ user, query, reply }: Call<typeof access.verification>) => {
    await settle(user);
    const { refusal, reply: answer } = await readVerification(database, user, query.tenantId);
    if (!refusal) return answer;
    await reply
      .status(refusal.status)
      .send({ code: refusal.code, message: refusal.message, details: {}, data: answer.data });
    return streamed;
  };
  const end = async ({ request, reply }: Pick<Call, 'request' | 'reply'>) => {
    setCookies(reply, await sessions.signOut(request.headers.cookie));
    return { status: 'ok' };
  };
  return [
    route(access.signUp, async ({ body, request, reply }) => {
      await countAttempt(database, `sign-up:${networkOf(request.ip)}`, {
        tries: config.signUpsPerHour,
        windowSeconds: 3_600,
      });
      const { user, cookies } = await claim(
        database,
        { email: body.email.toLowerCase(), username: body.username },
        () => sessions.signUp(body, fromOf(request)),
      );
      await settle(user);
      setCookies(reply, cookies);
      return { data: user };
    }),
    route(access.signIn, async ({ body, request, reply }) => {
      const accountKey = `sign-in-to:${body.email.toLowerCase()}`;
      const addressKey = `sign-in-from:${networkOf(request.ip)}`;
      const pairKey = `sign-in-from-to:${networkOf(request.ip)} ${body.email.toLowerCase()}`;
      // The address first: who is stopped there counts towards nobody's account.
      await countAttempt(database, addressKey, addressLimit);
      await countAttempt(database, pairKey, pairLimit);
      await countAttempt(database, accountKey, accountLimit);
      const found = await sessions.signIn(body.email, body.password, fromOf(request));
      if (!found) throw new GromaError('WRONG_CREDENTIALS');
      await forgetAttempts(database, pairKey);
      await forgetAttempts(database, accountKey);
      await takeBackAttempt(database, addressKey);
      await settle(found.user);
      setCookies(reply, found.cookies);
      return { data: found.user };
    }),
    route(access.verification, verify),
    route(access.oidcVerification, verify),
    route(access.signOut, end),
    route(access.oidcSignOut, end),
  ];
}

function fromOf({ ip, headers }: FastifyRequest): SignInFrom {
  return { ip, userAgent: headers['user-agent'] };
}

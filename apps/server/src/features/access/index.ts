import { eq } from 'drizzle-orm';
import { GromaError } from '@groma/model';
import { access } from '@groma/protocol';
import { countAttempt, forgetAttempts, sweepAttempts } from '../../platform/access/attempts.ts';
import { users } from '../../platform/database/tables/index.ts';
import type { FastifyReply } from 'fastify';
import { route, streamed } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/session/sessions.ts';
import { giveTenant } from './give-tenant.ts';
import { readVerification } from './verification.ts';

/** Sign-ups from one address. */
const signUpLimit = { tries: 20, windowSeconds: 3_600 };
/**
 * Wrong passwords from one address, for one account from one address, and for one account from anywhere. The last is
 * wide, because anybody can use it up and so keep its owner out.
 */
const addressLimit = { tries: 50, windowSeconds: 900 };
const pairLimit = { tries: 10, windowSeconds: 900 };
const accountLimit = { tries: 100, windowSeconds: 900 };

const sweepMs = 3_600_000;

export interface AccessNeeds {
  /** Makes what a new person finds: the sample project. A failure must not spoil the sign-up. */
  welcome(user: User): Promise<void>;
}

export function createAccessFeature(platform: Platform, needs: AccessNeeds): Feature {
  const { database, sessions } = platform;
  let timer: NodeJS.Timeout | undefined;
  const settle = async (user: User): Promise<void> => {
    if (!await giveTenant(database, user)) return;
    await needs.welcome(user).catch((error: unknown) => { platform.log.error('The sample project could not be made.', { error }); });
  };
  const sweep = () => sweepAttempts(database).catch((error: unknown) => { platform.log.error('Old attempts were not deleted.', { error }); });
  return {
    async start() {
      if (!platform.config.services.has('api')) return;
      await sweep();
      timer = setInterval(() => void sweep(), sweepMs);
      timer.unref();
    },
    close() {
      clearInterval(timer);
      return Promise.resolve();
    },
    routes: [
      route(access.signUp, async ({ body, request, reply }) => {
        await countAttempt(database, `sign-up:${request.ip}`, signUpLimit);
        await refuseTaken(platform, body.email.toLowerCase(), body.username);
        const { user, cookies } = await sessions.signUp(body);
        await settle(user);
        setCookies(reply, cookies);
        return { data: user };
      }),
      route(access.signIn, async ({ body, request, reply }) => {
        const accountKey = `sign-in-to:${body.email.toLowerCase()}`;
        const pairKey = `sign-in-from-to:${request.ip} ${body.email.toLowerCase()}`;
        // The address first: who is stopped there counts towards nobody's account.
        await countAttempt(database, `sign-in-from:${request.ip}`, addressLimit);
        await countAttempt(database, pairKey, pairLimit);
        await countAttempt(database, accountKey, accountLimit);
        const found = await sessions.signIn(body.email, body.password);
        if (!found) throw new GromaError('WRONG_CREDENTIALS');
        await forgetAttempts(database, pairKey);
        await forgetAttempts(database, accountKey);
        await settle(found.user);
        setCookies(reply, found.cookies);
        return { data: found.user };
      }),
      route(access.verification, async ({ user, query, reply }) => {
        await settle(user);
        const { refusal, reply: answer } = await readVerification(database, user, query.tenantId);
        if (!refusal) return answer;
        await reply.status(refusal.status).send({ code: refusal.code, message: refusal.message, details: {}, data: answer.data });
        return streamed;
      }),
      route(access.signOut, async ({ request, reply }) => {
        setCookies(reply, await sessions.signOut(request.headers.cookie));
        return { status: 'ok' };
      }),
    ],
  };
}

async function refuseTaken({ database: { query } }: Platform, email: string, username: string): Promise<void> {
  const [sameEmail] = await query.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (sameEmail) throw new GromaError('EMAIL_TAKEN', { email });
  const [sameName] = await query.select({ id: users.id }).from(users).where(eq(users.username, username));
  if (sameName) throw new GromaError('USERNAME_TAKEN', { username });
}

function setCookies(reply: FastifyReply, cookies: string[]): void {
  for (const cookie of cookies) void reply.header('set-cookie', cookie);
}

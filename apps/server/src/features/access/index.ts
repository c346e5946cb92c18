import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { GromaError, type Plan } from '@groma/model';
import { access } from '@groma/protocol';
import { countAttempt, forgetAttempts } from '../../platform/access/attempts.ts';
import { tenants, users } from '../../platform/database/tables/index.ts';
import type { FastifyReply } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/session/sessions.ts';
import { readVerification } from './verification.ts';

/** Sign-ups from one address, and wrong passwords for one account or from one address. */
const signUpLimit = { tries: 20, windowSeconds: 3_600 };
const accountLimit = { tries: 10, windowSeconds: 900 };
const addressLimit = { tries: 50, windowSeconds: 900 };

/** The plan of a new tenant. */
const defaultPlan: Plan = { is_active: true, features: { project_number: 10, cpu_machine_types: ['CPUx3', 'CPUx7', 'CPUx21', 'CPUx42'], gaia_pro_queries: 20 } };

export interface AccessNeeds {
  /** Makes what a new person finds: the sample project. A failure must not spoil the sign-up. */
  welcome(user: User): Promise<void>;
}

export function createAccessFeature(platform: Platform, needs: AccessNeeds): Feature {
  const { database, sessions } = platform;
  return {
    routes: [
      route(access.signUp, async ({ body, request, reply }) => {
        await countAttempt(database, `sign-up:${request.ip}`, signUpLimit);
        await refuseTaken(platform, body.email.toLowerCase(), body.username);
        const { user, cookies } = await sessions.signUp(body);
        await makeTenant(platform, user);
        await needs.welcome(user).catch((error: unknown) => { platform.log.error('The sample project could not be made.', { error }); });
        setCookies(reply, cookies);
        return { data: user };
      }),
      route(access.signIn, async ({ body, request, reply }) => {
        const accountKey = `sign-in:${body.email.toLowerCase()}`;
        await countAttempt(database, accountKey, accountLimit);
        await countAttempt(database, `sign-in-from:${request.ip}`, addressLimit);
        const found = await sessions.signIn(body.email, body.password);
        if (!found) throw new GromaError('WRONG_CREDENTIALS');
        await forgetAttempts(database, accountKey);
        setCookies(reply, found.cookies);
        return { data: found.user };
      }),
      route(access.verification, async ({ user }) => readVerification(database, user)),
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

async function makeTenant({ database: { query } }: Platform, user: User): Promise<void> {
  try {
    await query.insert(tenants).values({ id: randomUUID(), name: user.username, ownerId: user.id, plan: defaultPlan, planStartsAt: new Date() });
  } catch (error) {
    // An account without a tenant could do nothing: rather none at all.
    await query.delete(users).where(eq(users.id, user.id));
    throw error;
  }
}

function setCookies(reply: FastifyReply, cookies: string[]): void {
  for (const cookie of cookies) void reply.header('set-cookie', cookie);
}

import { and, eq } from '../../../platform/database/drizzle.ts';
import { GromaError, type ProjectId } from '@groma/model';
import { access } from '@groma/protocol';
import { countAttempt, forgetAttempts } from '../../../platform/access/attempts.ts';
import { accounts, users } from '../../../platform/database/tables/index.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashPassword, verifyPassword } from '../../../platform/session/auth.ts';
import type { User } from '../../../platform/session/sessions.ts';
import { setCookies } from '../set-cookies.ts';
import { claim, passwordProvider, readAccount, readPasswordHash } from './account-records.ts';
import { deleteAccount, previewDeletion } from './delete-account.ts';

/** Wrong passwords of somebody who is signed in. */
const passwordLimit = { tries: 10, windowSeconds: 60 };
/** Addresses that one person may try to have, so that nobody finds out who has an account here. */
const emailLimit = { tries: 20, windowSeconds: 3_600 };
const done = { status: 'ok' };

/** Calls about one's own account. */
export function accountRoutes(platform: Platform, deleteProject: (projectId: ProjectId) => Promise<void>): Route[] {
  const { database, sessions, config } = platform;
  const requirePassword = async (user: User, password: string): Promise<void> => {
    const known = await readPasswordHash(database, user.id);
    if (known === undefined) throw new GromaError('NO_PASSWORD', { provider: config.oidc?.name ?? 'OpenID Connect' });
    const key = `password-of:${user.id}`;
    await countAttempt(database, key, passwordLimit);
    if (!(await verifyPassword(known, password))) throw new GromaError('WRONG_PASSWORD');
    await forgetAttempts(database, key);
  };
  const change = async (user: User, values: Partial<typeof users.$inferInsert>) => {
    await database.query
      .update(users)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(users.id, user.id));
    await sessions.forget(user.id);
    return { data: await readAccount(database, user.id) };
  };
  return [
    route(access.readAccount, async ({ user }) => ({ data: await readAccount(database, user.id) })),
    route(access.updateAccount, async ({ user, body }) => {
      const values = {
        ...(body.username !== undefined && { username: body.username }),
        ...(body.display_name !== undefined && { name: body.display_name }),
      };
      return claim(database, { username: body.username }, () => change(user, values), user.id);
    }),
    route(access.changeEmail, async ({ user, body }) => {
      await requirePassword(user, body.password);
      const email = body.email.toLowerCase();
      await countAttempt(database, `email-of:${user.id}`, emailLimit);
      const changed = await claim(database, { email }, () => change(user, { email, emailVerified: false }), user.id);
      await sessions.forgetResets(user.id);
      return changed;
    }),
    route(access.changePassword, async ({ user, body, request }) => {
      await requirePassword(user, body.password);
      await database.query
        .update(accounts)
        .set({ password: await hashPassword(body.new_password), updatedAt: new Date() })
        .where(and(eq(accounts.userId, user.id), eq(accounts.providerId, passwordProvider)));
      await sessions.forgetResets(user.id);
      return { ended_sessions: await sessions.endAll(user.id, request.headers.cookie) };
    }),
    route(access.listSessions, async ({ user, request }) => ({
      data: (await sessions.list(user.id, request.headers.cookie)).map((each) => ({
        id: each.id,
        is_current: each.isCurrent,
        ip_address: each.ipAddress,
        user_agent: each.userAgent,
        created_at: each.createdAt.toISOString(),
        expires_at: each.expiresAt.toISOString(),
      })),
    })),
    route(access.endSession, async ({ user, params }) => {
      if (!(await sessions.end(user.id, params.sessionId))) throw new GromaError('NOT_FOUND', { noun: 'session' });
      return done;
    }),
    route(access.endOtherSessions, async ({ user, request }) => ({
      ended_sessions: await sessions.endAll(user.id, request.headers.cookie),
    })),
    route(access.previewAccountDeletion, async ({ user }) => ({ data: await previewDeletion(platform, user.id) })),
    route(access.deleteAccount, async ({ user, body, request, reply }) => {
      if (body.username !== user.username) throw new GromaError('NAME_NOT_REPEATED', { name: user.username });
      if ((await readPasswordHash(database, user.id)) !== undefined) await requirePassword(user, body.password ?? '');
      await deleteAccount(platform, user.id, deleteProject);
      await sessions.forgetResets(user.id);
      setCookies(reply, await sessions.signOut(request.headers.cookie));
      return done;
    }),
  ];
}

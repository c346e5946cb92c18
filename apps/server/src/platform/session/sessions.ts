import { eq } from '../database/drizzle.ts';
import type { UserId } from '@groma/model';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { accessTokens, users } from '../database/tables/index.ts';
import { cookiePrefix, createAuth, isSecure, originOf } from './auth.ts';
import { withCause } from './auth-failures.ts';
import { OidcExchange } from './oidc-exchange.ts';
import { oidcCallbackPath } from './oidc.ts';
import { OpenSessions, type OpenSession } from './open-sessions.ts';
import { PasswordResets } from './password-resets.ts';
import { keyOf, readCookie } from './session-cookie.ts';
import { SessionCache } from './session-cache.ts';
import type { User } from './user.ts';

export type { User } from './user.ts';

interface NewAccount {
  email: string;
  password: string;
  username: string;
}

/** Where someone signs in from, as it stands in the list of their sessions. */
export interface SignInFrom {
  ip: string;
  userAgent: string | undefined;
}

/** Sign-in library behind a door of our own: the only place that knows it. */
export interface Sessions {
  /** Who sends this cookie header; undefined without a valid session. Read once in a few seconds per session. */
  userOf(cookie: string | undefined): Promise<User | undefined>;
  /**
   * The same, and a session that is a day old is prolonged: `cookies` are the `Set-Cookie` values that the browser
   * needs then.
   */
  renew(cookie: string | undefined): Promise<{ user: User | undefined; cookies: string[] }>;
  /** Makes an account and a session. The answer's `cookies` are `Set-Cookie` values. */
  signUp(account: NewAccount, from?: SignInFrom): Promise<{ user: User; cookies: string[] }>;
  /** Undefined when the pair is wrong. */
  signIn(email: string, password: string, from?: SignInFrom): Promise<{ user: User; cookies: string[] } | undefined>;
  /** Ends the session, if there is one, here and in every other process. */
  signOut(cookie: string | undefined): Promise<string[]>;
  /**
   * Where the browser goes to sign in at the issuer, to come back to `landing`, a path.
   * @throws when the issuer cannot be reached.
   */
  beginOidc(landing: string): Promise<{ url: string; cookies: string[] }>;
  /**
   * Takes the issuer's answer: a session, or what went wrong in the library's words. `landing` is the path asked for
   * before.
   */
  finishOidc(
    query: string,
    cookie: string | undefined,
    from?: SignInFrom,
  ): Promise<{ user: User; cookies: string[]; landing: string } | { failure: string; cookies: string[] }>;
  /** Open sessions of a person; `cookie` says which is the present one. */
  list(userId: UserId, cookie: string | undefined): Promise<OpenSession[]>;
  /** Ends one session of a person; false when it is not theirs. */
  end(userId: UserId, sessionId: string): Promise<boolean>;
  /** Ends all sessions of a person but the one of `cookie`, and tells how many that were. */
  endAll(userId: UserId, cookie?: string): Promise<number>;
  /** Makes the token of a link by which a person sets a new password, in place of any they had. */
  beginReset(userId: UserId): Promise<string>;
  /**
   * Sets a password and ends all sessions and access tokens of the person; undefined when the token is spent, too old
   * or unknown.
   */
  finishReset(token: string, password: string): Promise<UserId | undefined>;
  /** Voids tokens of a person, whose address or password has changed. */
  forgetResets(userId: UserId): Promise<void>;
  /** Deletes what has expired: it opens nothing any more. */
  sweep(): Promise<void>;
  /** Has everyone read again who a person is, after a change of name or address. */
  forget(userId: UserId): Promise<void>;
}

/**
 * What the bus carries under `session-ended`. `key` is that of the session in the caches; without one it may be any of
 * the person's.
 */
interface SessionEnded {
  userId: string;
  key?: string;
}

export function createSessions(config: Config, database: Database, bus: Bus): Sessions {
  const cache = new SessionCache();
  const cookieName = `${isSecure(config) ? '__Secure-' : ''}${cookiePrefix}.session_token`;
  const publishEnded = (ended: SessionEnded) => bus.publish('session-ended', ended);
  const open = new OpenSessions(database, cookieName, (userId) => publishEnded({ userId }));
  const oidc = config.oidc ? new OidcExchange(config.oidc, originOf(config) + oidcCallbackPath, config.secret) : null;
  const auth = createAuth(config, database, oidc, async (userId) => {
    await open.endAll(userId as UserId);
  });
  const resets = new PasswordResets(auth, database);
  bus.subscribe('session-ended', ({ key }: SessionEnded) => {
    if (key === undefined) cache.clear();
    else cache.drop(key);
  });
  bus.subscribe('user-changed', () => {
    cache.clear();
  });
  // Ends of sessions may have gone by unheard.
  bus.subscribe('bus-reconnected', () => {
    cache.clear();
  });

  /** The library is shown this one cookie and no other of the request. */
  const headersOf = (token: string): Headers => new Headers({ cookie: `${cookieName}=${token}` });

  async function read(
    cookie: string | undefined,
    prolongs: boolean,
  ): Promise<{ user: User | undefined; cookies: string[] }> {
    const token = readCookie(cookie, cookieName);
    if (token === undefined) return { user: undefined, cookies: [] };
    const key = keyOf(token);
    const kept = cache.get(key);
    if (kept) return { user: kept, cookies: [] };
    const keep = cache.prepare(key);
    const { headers, response } = await withCause(() =>
      auth.api.getSession({
        headers: headersOf(token),
        query: { disableRefresh: !prolongs },
        returnHeaders: true,
      }),
    );
    if (!response) return { user: undefined, cookies: [] };
    const user = asUser(response.user);
    keep(user);
    return { user, cookies: headers.getSetCookie() };
  }

  return {
    userOf: async (cookie) => (await read(cookie, false)).user,
    renew: (cookie) => read(cookie, true),
    async signUp({ email, password, username }, from) {
      const { headers, response } = await auth.api.signUpEmail({
        body: { email: email.toLowerCase(), password, name: username, username },
        headers: headersFrom(from),
        returnHeaders: true,
      });
      return { user: asUser(response.user), cookies: headers.getSetCookie() };
    },
    async signIn(email, password, from) {
      try {
        const { headers, response } = await auth.api.signInEmail({
          body: { email: email.toLowerCase(), password },
          headers: headersFrom(from),
          returnHeaders: true,
        });
        const [user] = await database.query.select().from(users).where(eq(users.id, response.user.id));
        return user && { user: asUser(user), cookies: headers.getSetCookie() };
      } catch (failure) {
        if ((failure as { statusCode?: number }).statusCode === 401) return undefined;
        throw failure;
      }
    },
    async signOut(cookie) {
      const token = readCookie(cookie, cookieName) ?? '';
      const session =
        token === '' ? null : await auth.api.getSession({ headers: headersOf(token), query: { disableRefresh: true } });
      const { headers } = await auth.api.signOut({ headers: headersOf(token), returnHeaders: true });
      if (session) await publishEnded({ userId: session.user.id, key: keyOf(token) });
      return headers.getSetCookie();
    },
    async beginOidc(landing) {
      const begin = (auth.api as unknown as OidcCalls).signInWithOAuth2;
      const { headers, response } = await begin({
        body: { providerId: 'oidc', callbackURL: landing, disableRedirect: true },
        returnHeaders: true,
      });
      return { url: await oidc!.authorizationUrl(new URL(response.url).searchParams), cookies: headers.getSetCookie() };
    },
    async finishOidc(query, cookie, from) {
      const headers = headersFrom(from);
      headers.set('cookie', cookie ?? '');
      const origin = originOf(config);
      const { result: response, problem } = await oidc!.answer(query, () =>
        auth.handler(new Request(`${origin}/api/auth/oauth2/callback/oidc?${query}`, { headers })),
      );
      const cookies = response.headers.getSetCookie();
      const landing = new URL(response.headers.get('location') ?? '/auth?error=no_answer', origin);
      const user = await read(cookies.map((each) => each.split(';')[0]).join('; '), false);
      if (!user.user) return { failure: problem ?? landing.searchParams.get('error') ?? 'no_session', cookies };
      return { user: user.user, cookies, landing: landing.pathname + landing.search + landing.hash };
    },
    list: (userId, cookie) => open.list(userId, cookie),
    end: (userId, sessionId) => open.end(userId, sessionId),
    endAll: (userId, cookie) => open.endAll(userId, cookie),
    beginReset: (userId) => resets.begin(userId),
    async finishReset(token, password) {
      const userId = await resets.finish(token, password);
      if (userId === undefined) return undefined;
      // Whoever had the account before must not keep a way in: grants of OAuth go with their tokens.
      await database.query.delete(accessTokens).where(eq(accessTokens.userId, userId));
      await open.endAll(userId);
      await publishEnded({ userId });
      return userId;
    },
    forgetResets: (userId) => resets.forget(userId),
    sweep: () => open.sweep(),
    forget: (userId) => bus.publish('user-changed', { userId }),
  };
}

/** What the library notes of a request; of the caller's own headers it sees none. */
function headersFrom(from: SignInFrom | undefined): Headers {
  const headers = new Headers();
  if (from) headers.set('x-forwarded-for', from.ip);
  if (from?.userAgent) headers.set('user-agent', from.userAgent.slice(0, 300));
  return headers;
}

/** The part of the library that is there only where an issuer is set. */
interface OidcCalls {
  signInWithOAuth2(call: {
    body: object;
    returnHeaders: true;
  }): Promise<{ headers: Headers; response: { url: string } }>;
}

function asUser(user: { id: string; email: string; username?: unknown }): User {
  return { id: user.id as UserId, username: String(user.username), email: user.email };
}

import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { eq } from 'drizzle-orm';
import type { UserId } from '@groma/model';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { accounts, sessions, users, verifications } from '../database/tables/index.ts';

/** The person behind a request, from the session alone. */
export interface User {
  id: UserId;
  username: string;
  email: string;
}

interface NewAccount { email: string; password: string; username: string }

/** Sign-in library behind a door of our own: the only place that knows it. */
export interface Sessions {
  /** Who sends these headers; undefined without a valid session. Read once in a few seconds per session. */
  userOf(cookie: string | undefined): Promise<User | undefined>;
  /** Makes an account and a session. The answer's `cookies` are `Set-Cookie` values. */
  signUp(account: NewAccount): Promise<{ user: User; cookies: string[] }>;
  /** Undefined when the pair is wrong. */
  signIn(email: string, password: string): Promise<{ user: User; cookies: string[] } | undefined>;
  signOut(cookie: string | undefined): Promise<string[]>;
}

const cacheMs = 5_000;
const cacheSize = 10_000;
/** Argon2id with the OWASP Password Storage Cheat Sheet's first choice: 19 MiB, two passes, one lane. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function createSessions(config: Config, database: Database, bus: Bus): Sessions {
  const auth = createAuth(config, database);
  const cache = new Map<string, { user: User | undefined; until: number }>();
  bus.subscribe('session-ended', () => cache.clear());

  return {
    async userOf(cookie) {
      const token = sessionCookie(cookie);
      if (!token) return undefined;
      const kept = cache.get(token);
      if (kept && kept.until > Date.now()) return kept.user;
      const found = await auth.api.getSession({ headers: new Headers({ cookie: cookie ?? '' }) });
      const user = found ? asUser(found.user) : undefined;
      if (cache.size >= cacheSize) cache.clear();
      cache.set(token, { user, until: Date.now() + cacheMs });
      return user;
    },
    async signUp({ email, password, username }) {
      const { headers, response } = await auth.api.signUpEmail({ body: { email: email.toLowerCase(), password, name: username, username }, returnHeaders: true });
      return { user: asUser(response.user), cookies: headers.getSetCookie() };
    },
    async signIn(email, password) {
      try {
        const { headers, response } = await auth.api.signInEmail({ body: { email: email.toLowerCase(), password }, returnHeaders: true });
        const [user] = await database.query.select().from(users).where(eq(users.id, response.user.id));
        return user && { user: asUser(user), cookies: headers.getSetCookie() };
      } catch (failure) {
        if ((failure as { statusCode?: number }).statusCode === 401) return undefined;
        throw failure;
      }
    },
    async signOut(cookie) {
      const { headers } = await auth.api.signOut({ headers: new Headers({ cookie: cookie ?? '' }), returnHeaders: true });
      await bus.publish('session-ended', {});
      return headers.getSetCookie();
    },
  };
}

function createAuth(config: Config, database: Database) {
  return betterAuth({
    baseURL: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
    secret: config.secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(database.query, { provider: 'pg', schema: { user: users, session: sessions, account: accounts, verification: verifications } }),
    user: { additionalFields: { username: { type: 'string', required: true } } },
    emailAndPassword: {
      enabled: true, minPasswordLength: 8, maxPasswordLength: 200,
      password: {
        hash: (password) => hash(password, argon2id),
        verify: ({ hash: known, password }) => verify(known, password),
      },
    },
    session: { expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60 * 24 },
    advanced: {
      cookiePrefix: 'groma', database: { generateId: () => crypto.randomUUID() },
      useSecureCookies: config.publicUrl?.startsWith('https:') ?? false,
    },
  });
}

function asUser(user: { id: string; email: string; username?: unknown }): User {
  return { id: user.id as UserId, username: String(user.username), email: user.email };
}

function sessionCookie(cookie: string | undefined): string | undefined {
  return cookie?.match(/(?:^|; *)(?:__Secure-)?groma\.session_token=([^;]+)/)?.[1];
}

import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { eq } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { UserId } from '@groma/model';
import type { User } from './user.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { accounts, sessions, users, verifications } from '../database/tables/index.ts';
import { SessionCache } from './session-cache.ts';

export type { User } from './user.ts';

interface NewAccount { email: string; password: string; username: string }

/** Sign-in library behind a door of our own: the only place that knows it. */
export interface Sessions {
  /** Who sends this cookie header; undefined without a valid session. Read once in a few seconds per session. */
  userOf(cookie: string | undefined): Promise<User | undefined>;
  /** The same, and a session that is a day old is prolonged: `cookies` are the `Set-Cookie` values that the browser needs then. */
  renew(cookie: string | undefined): Promise<{ user: User | undefined; cookies: string[] }>;
  /** Makes an account and a session. The answer's `cookies` are `Set-Cookie` values. */
  signUp(account: NewAccount): Promise<{ user: User; cookies: string[] }>;
  /** Undefined when the pair is wrong. */
  signIn(email: string, password: string): Promise<{ user: User; cookies: string[] } | undefined>;
  /** Ends the session, if there is one, here and in every other process. */
  signOut(cookie: string | undefined): Promise<string[]>;
}

/** What the bus carries under `session-ended`. `key` is that of the session in the caches. */
interface SessionEnded { userId: string; key: string }

/** Argon2id with the OWASP Password Storage Cheat Sheet's first choice: 19 MiB, two passes, one lane. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function createSessions(config: Config, database: Database, bus: Bus): Sessions {
  const auth = createAuth(config, database);
  const cache = new SessionCache();
  const cookieName = `${isSecure(config) ? '__Secure-' : ''}${cookiePrefix}.session_token`;
  bus.subscribe('session-ended', ({ key }: SessionEnded) => { cache.drop(key); });
  // Ends of sessions may have gone by unheard.
  bus.subscribe('bus-reconnected', () => { cache.clear(); });

  /** The library is shown this one cookie and no other of the request. */
  const headersOf = (token: string): Headers => new Headers({ cookie: `${cookieName}=${token}` });

  async function read(cookie: string | undefined, prolongs: boolean): Promise<{ user: User | undefined; cookies: string[] }> {
    const token = readCookie(cookie, cookieName);
    if (token === undefined) return { user: undefined, cookies: [] };
    const key = keyOf(token);
    const kept = cache.get(key);
    if (kept) return { user: kept, cookies: [] };
    const keep = cache.prepare(key);
    const { headers, response } = await auth.api.getSession({ headers: headersOf(token), query: { disableRefresh: !prolongs }, returnHeaders: true });
    if (!response) return { user: undefined, cookies: [] };
    const user = asUser(response.user);
    keep(user);
    return { user, cookies: headers.getSetCookie() };
  }

  return {
    userOf: async (cookie) => (await read(cookie, false)).user,
    renew: (cookie) => read(cookie, true),
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
      const token = readCookie(cookie, cookieName) ?? '';
      const session = token === '' ? null : await auth.api.getSession({ headers: headersOf(token), query: { disableRefresh: true } });
      const { headers } = await auth.api.signOut({ headers: headersOf(token), returnHeaders: true });
      if (session) await bus.publish('session-ended', { userId: session.user.id, key: keyOf(token) } satisfies SessionEnded);
      return headers.getSetCookie();
    },
  };
}

const cookiePrefix = 'groma';

function isSecure({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}

function createAuth(config: Config, database: Database) {
  return betterAuth({
    baseURL: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
    secret: config.secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(database.query, { provider: 'pg', transaction: true, schema: { user: users, session: sessions, account: accounts, verification: verifications } }),
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
      cookiePrefix, database: { generateId: () => crypto.randomUUID() },
      useSecureCookies: isSecure(config),
    },
  });
}

function asUser(user: { id: string; email: string; username?: unknown }): User {
  return { id: user.id as UserId, username: String(user.username), email: user.email };
}

/** Longer than any signed token; what is longer is none. */
const longestToken = 512;

/** Value of the first cookie of that very name, as it stands in the header. */
function readCookie(header: string | undefined, name: string): string | undefined {
  const found = header?.split(';').map((each) => each.trim()).find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
  return found && found.length <= longestToken ? found : undefined;
}

/** The cache and the bus know a session by a hash: neither holds what would let somebody in. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { eq } from '../database/drizzle.ts';
import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { accounts, sessions, users, verifications } from '../database/tables/index.ts';
import { noteFailure } from './auth-failures.ts';
import type { OidcExchange } from './oidc-exchange.ts';
import { oidcPlugin } from './oidc.ts';

/** Argon2id with the OWASP Password Storage Cheat Sheet's first choice: 19 MiB, two passes, one lane. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Begins the names under which the library keeps tokens that set a password; it stores hashes of the names. */
export const resetIdentifier = 'reset-password:';

export const cookiePrefix = 'groma';

export function isSecure({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}

export const hashPassword = (password: string): Promise<string> => hash(password, argon2id);
export const verifyPassword = (known: string, password: string): Promise<boolean> => verify(known, password);

/** Origin that people open. */
export function originOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ? new URL(publicUrl).origin : `http://127.0.0.1:${port}`;
}

/**
 * The sign-in library with its settings; `exchange` speaks with the issuer, where there is one. `onProven` is told of
 * people whose address an issuer has now vouched for.
 */
export function createAuth(
  config: Config,
  database: Database,
  exchange: OidcExchange | null,
  onProven: (userId: string) => Promise<void>,
) {
  const origin = originOf(config);
  return betterAuth({
    baseURL: origin,
    secret: config.secret,
    telemetry: { enabled: false },
    logger: { level: 'error', log: noteFailure },
    rateLimit: { enabled: false },
    onAPIError: { errorURL: `${origin}/auth` },
    database: drizzleAdapter(database.query, {
      provider: 'pg',
      transaction: true,
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    user: { additionalFields: { username: { type: 'string', required: true } } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 200,
      password: { hash: hashPassword, verify: ({ hash: known, password }) => verifyPassword(known, password) },
    },
    // An account is linked by its address when the issuer vouches for the address, whether or not it was proven here.
    account: { accountLinking: { enabled: true, requireLocalEmailVerified: false } },
    // Whoever reads the records finds no token that sets a password.
    verification: { storeIdentifier: { default: 'plain', overrides: { [resetIdentifier]: 'hashed' } } },
    plugins:
      config.oidc && exchange
        ? [oidcPlugin(config.oidc, exchange, origin, (wanted) => freeUsername(database, wanted))]
        : [],
    databaseHooks: {
      account: {
        create: {
          before: async ({ providerId, userId }) => {
            if (providerId === 'oidc') await dropUnproven(database, userId, onProven);
          },
        },
      },
    },
    session: { expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60 * 24 },
    advanced: {
      cookiePrefix,
      database: { generateId: () => crypto.randomUUID() },
      useSecureCookies: isSecure(config),
    },
  });
}

/** The name, or the first of it with a few digits that nobody has. */
async function freeUsername({ query }: Database, wanted: string): Promise<string> {
  for (let name = wanted; ; name = `${wanted.slice(0, 23)}-${randomBytes(3).toString('hex')}`) {
    const [taken] = await query.select({ id: users.id }).from(users).where(eq(users.username, name));
    if (!taken) return name;
  }
}

/**
 * Someone who made an account with the address of another could wait in it for its owner to come by the issuer. So all
 * ways into an account whose address was never proven go when the issuer proves it (a password, or a sign-in at the
 * issuer that did not vouch for the address), and its sessions with them.
 */
async function dropUnproven(
  { query }: Database,
  userId: string,
  onProven: (userId: string) => Promise<void>,
): Promise<void> {
  const [user] = await query.select({ emailVerified: users.emailVerified }).from(users).where(eq(users.id, userId));
  if (!user || user.emailVerified) return;
  const dropped = await query.delete(accounts).where(eq(accounts.userId, userId)).returning({ id: accounts.id });
  if (dropped.length > 0) await onProven(userId);
}

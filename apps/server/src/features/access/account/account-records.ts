import { and, eq, ne } from '../../../platform/database/drizzle.ts';
import { GromaError, type UserId } from '@groma/model';
import type { AccountReply } from '@groma/protocol';
import type { Database } from '../../../platform/database/database.ts';
import { accounts, users } from '../../../platform/database/tables/index.ts';

/** Name of the sign-in library for accounts with a password. */
export const passwordProvider = 'credential';

export async function readAccount({ query }: Database, userId: UserId): Promise<AccountReply> {
  const [user] = await query.select().from(users).where(eq(users.id, userId));
  if (!user) throw new GromaError('UNAUTHENTICATED');
  const ways = await query.select({ provider: accounts.providerId }).from(accounts).where(eq(accounts.userId, userId));
  return {
    id: user.id,
    username: user.username,
    display_name: user.name,
    email: user.email,
    is_email_verified: user.emailVerified,
    providers: ways
      .map(({ provider }) => (provider === passwordProvider ? ('local' as const) : ('oidc' as const)))
      .toSorted(),
    created_at: user.createdAt.toISOString(),
  };
}

/** The hash of somebody's password; undefined for an account that has none. */
export async function readPasswordHash({ query }: Database, userId: UserId): Promise<string | undefined> {
  const [account] = await query
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, passwordProvider)));
  return account?.password ?? undefined;
}

interface Wanted {
  email?: string | undefined;
  username?: string | undefined;
}

/**
 * Does what takes an address or a name that nobody else has. The records let one of several have it who find it free at
 * the same moment; the others are told as if they had come later. @throws GromaError EMAIL_TAKEN, USERNAME_TAKEN.
 */
export async function claim<T>(database: Database, wanted: Wanted, take: () => Promise<T>, userId = ''): Promise<T> {
  await refuseTaken(database, wanted, userId);
  try {
    return await take();
  } catch (error) {
    await refuseTaken(database, wanted, userId);
    throw error;
  }
}

async function refuseTaken({ query }: Database, { email, username }: Wanted, userId: string): Promise<void> {
  if (email !== undefined) {
    const [same] = await query
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), ne(users.id, userId)));
    if (same) throw new GromaError('EMAIL_TAKEN', { email });
  }
  if (username === undefined) return;
  const [same] = await query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, username), ne(users.id, userId)));
  if (same) throw new GromaError('USERNAME_TAKEN', { username });
}

import { and, eq, ne } from 'drizzle-orm';
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
    id: user.id, username: user.username, display_name: user.name, email: user.email, is_email_verified: user.emailVerified,
    providers: ways.map(({ provider }) => provider === passwordProvider ? 'local' as const : 'oidc' as const).toSorted(), created_at: user.createdAt.toISOString(),
  };
}

/** The hash of somebody's password; undefined for an account that has none. */
export async function readPasswordHash({ query }: Database, userId: UserId): Promise<string | undefined> {
  const [account] = await query.select({ password: accounts.password }).from(accounts).where(and(eq(accounts.userId, userId), eq(accounts.providerId, passwordProvider)));
  return account?.password ?? undefined;
}

/** @throws GromaError EMAIL_TAKEN, USERNAME_TAKEN when somebody else has it. */
export async function refuseTaken({ query }: Database, { email, username }: { email?: string | undefined; username?: string | undefined }, userId = ''): Promise<void> {
  if (email !== undefined) {
    const [same] = await query.select({ id: users.id }).from(users).where(and(eq(users.email, email), ne(users.id, userId)));
    if (same) throw new GromaError('EMAIL_TAKEN', { email });
  }
  if (username === undefined) return;
  const [same] = await query.select({ id: users.id }).from(users).where(and(eq(users.username, username), ne(users.id, userId)));
  if (same) throw new GromaError('USERNAME_TAKEN', { username });
}

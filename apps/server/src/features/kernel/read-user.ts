import { eq } from '../../platform/database/drizzle.ts';
import type { UserId } from '@groma/model';
import type { Database } from '../../platform/database/database.ts';
import { users } from '../../platform/database/tables/index.ts';
import type { User } from '../../platform/session/sessions.ts';

/** Who has this id; undefined where the account is gone. */
export async function readUser({ query }: Database, id: UserId): Promise<User | undefined> {
  const [row] = await query
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, id));
  return row && { id, ...row };
}

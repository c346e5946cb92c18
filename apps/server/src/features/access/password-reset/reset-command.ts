import { eq } from '../../../platform/database/drizzle.ts';
import type { UserId } from '@groma/model';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/database/database.ts';
import { users } from '../../../platform/database/tables/index.ts';
import { originOf } from '../../../platform/session/auth.ts';
import { createSessions } from '../../../platform/session/sessions.ts';
import { readPasswordHash } from '../account/account-records.ts';
import { resetLink } from './reset-letter.ts';

const usage = 'npm run reset-link -- EMAIL';

/**
 * Makes a link by which a person sets a new password, for whoever runs a server that sends no email. Answers lines to
 * print. @throws Error with a line that says what is wrong.
 */
export async function runResetCommand(words: string[], database: Database, bus: Bus, config: Config): Promise<string> {
  const [email, ...rest] = words;
  if (email === undefined || rest.length > 0) throw new Error(usage);
  const [user] = await database.query.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
  if (!user) throw new Error(`There is no account with the address ${email}.`);
  if ((await readPasswordHash(database, user.id as UserId)) === undefined)
    throw new Error(
      `The account of ${email} has no password: it signs in with ${config.oidc?.name ?? 'OpenID Connect'}.`,
    );
  const token = await createSessions(config, database, bus).beginReset(user.id as UserId);
  return [`Give this link to ${email} only. It works once, for an hour:`, resetLink(originOf(config), token)].join(
    '\n',
  );
}

import { eq } from '../../../platform/database/drizzle.ts';
import { GromaError, type UserId } from '@groma/model';
import { access } from '@groma/protocol';
import { countAttempt, forgetAttempts, networkOf } from '../../../platform/access/attempts.ts';
import { users } from '../../../platform/database/tables/index.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { createMailer, type Letter } from '../../../platform/mail/mailer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { originOf } from '../../../platform/session/auth.ts';
import { readPasswordHash } from '../account/account-records.ts';
import { setCookies } from '../set-cookies.ts';
import { resetLink, writeProviderLetter, writeResetLetter } from './reset-letter.ts';

/** Letters asked for from one address, and for one account: nobody's mailbox is filled. */
const addressLimit = { tries: 20, windowSeconds: 900 };
const accountLimit = { tries: 3, windowSeconds: 900 };
/** Tokens tried from one address; they cannot be guessed, this only keeps the noise down. */
const tokenLimit = { tries: 60, windowSeconds: 900 };

/** Calls for whoever has forgotten a password (ACC-147). */
export function resetRoutes({ config, database, sessions, log }: Platform): Route[] {
  const mailer = createMailer(config.mail, log);
  // By the settings and never by the request: whoever asks must not say where the link of another leads.
  const origin = originOf(config);

  async function letterTo(email: string): Promise<Letter | undefined> {
    const [user] = await database.query.select({ id: users.id }).from(users).where(eq(users.email, email));
    if (!user) return undefined;
    if ((await readPasswordHash(database, user.id as UserId)) === undefined)
      return writeProviderLetter(email, config.oidc?.name ?? 'OpenID Connect', origin);
    return writeResetLetter(email, resetLink(origin, await sessions.beginReset(user.id as UserId)));
  }

  return [
    route(access.requestPasswordReset, async ({ body, request }) => {
      if (!config.mail) throw new GromaError('MAIL_OFF');
      const email = body.email.toLowerCase();
      await countAttempt(database, `reset-from:${networkOf(request.ip)}`, addressLimit);
      await countAttempt(database, `reset-of:${email}`, accountLimit);
      // Not waited for, or the time it takes would say whether there is such an account.
      void letterTo(email)
        .then((letter) => letter && mailer.send(letter))
        .catch((error: unknown) => log.error('A link to set a new password was not sent.', { error }));
      return { status: 'ok' };
    }),
    route(access.resetPassword, async ({ body, request, reply }) => {
      const from = { ip: request.ip, userAgent: request.headers['user-agent'] };
      await countAttempt(database, `reset-by:${networkOf(request.ip)}`, tokenLimit);
      const userId = await sessions.finishReset(body.token, body.new_password);
      const [user] = userId ? await database.query.select().from(users).where(eq(users.id, userId)) : [];
      if (!user) throw new GromaError('RESET_LINK_INVALID');
      // Whoever was kept out by wrong passwords may go on with the new one.
      await forgetAttempts(database, `sign-in-to:${user.email}`);
      const found = await sessions.signIn(user.email, body.new_password, from);
      if (!found) throw new GromaError('RESET_LINK_INVALID');
      setCookies(reply, found.cookies);
      return { data: found.user };
    }),
  ];
}
